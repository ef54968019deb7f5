import { sql } from 'kysely'
import type { Day } from '#contracts/dates.ts'
import type { Db } from '#server/platform/db/schema.ts'

export const LAST_DAY: Day = '2026-11-20'
const DAYS = 365

/**
 * Stores found evenly over a year, one in eight of them established, two in five with an address,
 * and trends for one product in every third store. One statement per table, because inserting
 * 100,000 rows one by one would take minutes.
 */
export async function fillStores(db: Db, count: number): Promise<void> {
  await sql`
    insert into stores (slug, shop, shop_id, domain, name, status, country, currency, language, theme_name, product_count, logo_url, email, email_kind,
      apps, pixels, launch_status, launch_day, launch_confidence, launch_reason, found_at, found_day, visible_at, last_checked_at)
    select 'shop-' || n, 'shop-' || n || '.myshopify.com', (60000000000 + n)::text, 'shop-' || n || '.example', 'Shop ' || md5(n::text), 'OPEN',
      (array['US', 'DE', 'GB', 'FR', 'TR', 'ES', 'BR', 'JP'])[1 + n % 8], 'EUR', 'de', 'Dawn', n % 200, 'https://shop-' || n || '.example/logo.png',
      case when n % 5 < 2 then 'info@shop-' || n || '.example' end, case when n % 5 < 2 then 'role' end, '[]', '[]',
      case when n % 8 = 0 then 'established' else 'new' end, at::date, 'high', 'bench', at, (at at time zone 'UTC')::date, at, at
    from (select n, ${LAST_DAY}::date::timestamp at time zone 'UTC' + interval '1 day' - (n::float8 / ${count}) * ${DAYS} * interval '1 day' - interval '1 second' as at
      from generate_series(0, ${count - 1}::integer) as n) as made`.execute(db)
  await sql`
    with listed as (
      insert into product_trends (store_id, product_id, day, cluster)
      select id, 8000000000000 + id, found_day, 1 + id % 1000 from stores where id % 3 = 0 returning cluster, day)
    insert into trend_scores (cluster, day, stores, score, badge, components, is_trending)
    select distinct cluster, day, 3, 3, 'testing', '[]'::jsonb, true from listed`.execute(db)
  await sql`analyze`.execute(db)
}
