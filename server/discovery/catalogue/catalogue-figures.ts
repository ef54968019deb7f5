import { sql } from 'kysely'
import { CHANGE_WINDOWS } from '#contracts/catalog/store-filters.ts'
import { addDays, dayOf } from '#contracts/dates.ts'
import type { StoreId } from '#contracts/ids.ts'
import { saveProductChangeDays } from '#server/discovery/changes/store-events.ts'
import type { AppContext } from '#server/platform/context.ts'
import { jsonText } from '#server/platform/db/sql-text.ts'
import type { Stores } from '#server/platform/db/store-columns.ts'

const [SHORT_DAYS, LONG_DAYS] = CHANGE_WINDOWS

const FIGURES = [
  'discount_share',
  'price_min_minor',
  'price_median_minor',
  'price_max_minor',
  'variant_count',
  'sold_out_share',
  'newest_product_day',
  'new_products_7d',
  'new_products_30d',
] as const satisfies (keyof Stores)[]
const figuresOf = (table: string) => sql.raw(FIGURES.map((name) => `${table}.${name}`).join(', '))
const newFigures = sql.raw(FIGURES.map((name) => `${name} = f.${name}`).join(', '))

/**
 * Prices, variants, shares and new products over the currently listed products; only for stores
 * whose catalogue is known. A new product counts on the day on which the shop created it. Call it in
 * the transaction that locked the stores' rows.
 */
export async function saveCatalogueFigures(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  storeIds: readonly StoreId[],
): Promise<void> {
  if (storeIds.length === 0) return
  const ids = sql`${[...storeIds]}::bigint[]`
  const today = dayOf(now())
  const [shortAgo, longAgo] = [addDays(today, -SHORT_DAYS), addDays(today, -LONG_DAYS)]
  // Starts from the stores, as in `savePlaces`.
  await sql`
    with listed as materialized (
      select store_id, currency, price_min_minor, available, jsonb_array_length(variants) as variants,
        variants @? '$[*].compareAtMinor ? (@ > 0)' as is_discounted,
        (least(coalesce(created_at, published_at), first_seen_at) at time zone 'UTC')::date as day
      from products where store_id = any(${ids}) and removed_at is null),
    days as materialized (
      select store_id, day, count(*)::integer as amount from listed where day > ${longAgo} group by store_id, day),
    gone as (
      delete from store_window_days d where d.store_id = any(${ids}) and d.kind = 'product'
        and not exists (select from days where days.store_id = d.store_id and days.day = d.day)),
    counted as (
      insert into store_window_days as d (store_id, kind, item, label, day, amount, in_7d)
      select store_id, 'product', '', '', day, amount, day > ${shortAgo} from days
      on conflict (store_id, kind, item, day) do update set amount = excluded.amount where d.amount <> excluded.amount),
    figures as (
      select s.id, min(own.price_min_minor) as price_min_minor, max(own.price_min_minor) as price_max_minor,
        percentile_disc(0.5) within group (order by own.price_min_minor) as price_median_minor,
        (count(*) filter (where own.is_discounted))::double precision / nullif(count(own.price_min_minor), 0)
          as discount_share,
        sum(own.variants)::integer as variant_count,
        (count(*) filter (where not own.available))::double precision / nullif(count(own.available), 0) as sold_out_share,
        max(p.day) as newest_product_day, (count(*) filter (where p.day > ${shortAgo}))::integer as new_products_7d,
        (count(*) filter (where p.day > ${longAgo}))::integer as new_products_30d
      from stores s left join listed p on p.store_id = s.id
        left join lateral (select p.* where p.currency = s.currency) as own on true
      where s.id = any(${ids}) group by s.id)
    update stores set ${newFigures} from figures f
    where stores.id = f.id and (${figuresOf('stores')}) is distinct from (${figuresOf('f')})`.execute(
    db,
  )
}

/** In the order of the store; `handles` may contain unknown products. */
type ShownList = { storeId: StoreId; list: 'home' | 'best_sellers'; handles: string[] }

/**
 * Replaces the whole previous list, but writes only differences: a product with a new place gets a
 * new score. Place 1 is the first of the list, even if earlier products are unknown.
 */
export async function savePlaces(ctx: AppContext, lists: ShownList[]): Promise<void> {
  if (lists.length === 0) return
  const rows = lists.flatMap(({ storeId, list, handles }) =>
    handles.map((handle, at) => ({ storeId, list, handle, place: at + 1 })),
  )
  await recordPlaceChanges(
    ctx,
    rows.filter(({ list }) => list === 'best_sellers'),
  )
  // Starts from the stores: the planner would otherwise read the products of all stores (29 ms
  // instead of 2 with 30,000 of them).
  await sql`
    with listed as materialized (
      select store_id, product_id, handle from products
      where store_id = any(${lists.map(({ storeId }) => storeId)}::bigint[]) and removed_at is null),
    shown as materialized (
      select p.store_id, p.product_id, t.list, min(t.place) as place
      from jsonb_to_recordset(${jsonText(rows)}::jsonb) as t ("storeId" bigint, list text, handle text, place integer)
      join listed p on p.store_id = t."storeId" and p.handle = t.handle
      group by p.store_id, p.product_id, t.list),
    gone as (
      delete from product_places p
      using unnest(${lists.map(({ storeId }) => storeId)}::bigint[], ${lists.map(({ list }) => list)}::text[]) as t (store_id, list)
      where p.store_id = t.store_id and p.list = t.list and not exists (
        select from shown where shown.store_id = p.store_id and shown.list = p.list and shown.product_id = p.product_id))
    insert into product_places (store_id, product_id, list, place, seen_at)
    select store_id, product_id, list, place, ${ctx.now()} from shown
    on conflict (store_id, list, product_id) do update set place = excluded.place, seen_at = excluded.seen_at`.execute(
    ctx.db,
  )
}

/** Places that are worth an event: who follows a store looks at the top of its list. */
const TOP_PLACES = 10

/**
 * Only where an earlier list is known: the first one is no change. Call it before the earlier list
 * is replaced.
 */
async function recordPlaceChanges(
  ctx: AppContext,
  rows: { storeId: StoreId; handle: string; place: number }[],
): Promise<void> {
  if (rows.length === 0) return
  const { rows: changed } = await sql<{ storeId: StoreId }>`
    with earlier as materialized (
      select store_id, product_id, place from product_places
      where list = 'best_sellers' and store_id = any(${rows.map(({ storeId }) => storeId)}::bigint[])),
    listed as materialized (
      select p.store_id, p.product_id, p.handle from products p where p.store_id in (select store_id from earlier) and p.removed_at is null),
    later as (
      select p.store_id, p.product_id, min(t.place) as place
      from jsonb_to_recordset(${jsonText(rows)}::jsonb) as t ("storeId" bigint, handle text, place integer)
      join listed p on p.store_id = t."storeId" and p.handle = t.handle
      group by p.store_id, p.product_id),
    changed as (
      insert into product_changes (store_id, product_id, kind, at, before_place, after_place)
      select store_id, product_id, 'best_seller', ${ctx.now()}, earlier.place, later.place
      from earlier full join later using (store_id, product_id)
      where earlier.place is distinct from later.place and least(earlier.place, later.place) <= ${TOP_PLACES}
      returning store_id)
    select distinct store_id as "storeId" from changed`.execute(ctx.db)
  await saveProductChangeDays(
    ctx,
    changed.map(({ storeId }) => ({ storeId, kind: 'best_seller' })),
  )
}
