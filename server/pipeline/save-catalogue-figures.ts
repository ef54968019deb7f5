import { sql } from 'kysely'
import type { Db } from '#server/context.ts'

/** Prices and share of true discounts over the currently listed products; only for stores whose catalogue is known. */
export async function saveCatalogueFigures(db: Db, storeIds: number[]): Promise<void> {
  if (storeIds.length === 0) return
  // Starts from the stores, as in `savePlaces`.
  await sql`
    with listed as materialized (
      select store_id, currency, price_min_minor, variants @? '$[*].compareAtMinor ? (@ > 0)' as is_discounted
      from products where store_id = any(${storeIds}::bigint[]) and removed_at is null)
    update stores set discount_share = f.discount_share, price_min_minor = f.price_min, price_median_minor = f.price_median,
      price_max_minor = f.price_max
    from (
      select s.id as store_id, min(p.price_min_minor) as price_min, max(p.price_min_minor) as price_max,
        percentile_disc(0.5) within group (order by p.price_min_minor) as price_median,
        (count(*) filter (where p.is_discounted))::double precision / nullif(count(p.price_min_minor), 0)
          as discount_share
      from stores s left join listed p on p.store_id = s.id and p.currency = s.currency
      where s.id = any(${storeIds}::bigint[])
      group by s.id) as f
    where stores.id = f.store_id`.execute(db)
}
