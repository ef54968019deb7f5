import type pg from 'pg'
import type { WorkspaceSize } from './workspace-size.ts'

const STORES_PER_STATEMENT = 25_000
/** Wholesale items that many stores sell; they make up one product in six. */
export const WHOLESALE_ITEMS = 40_000
const FIRST_PRODUCT = 8_000_000_000_000
/** Range of product numbers reserved for each store. */
const NUMBERS_PER_STORE = 100_000
/** Draws per day; half of them hit stores that are open and new. */
const TRENDS_DRAWN_PER_DAY = 4000
const TREND_WINDOW_DAYS = 30

/**
 * Small but complete: one variant, one picture. Contains everything that a page shows of a product.
 */
export async function fillProducts(
  client: pg.Client,
  { stores }: WorkspaceSize,
  say: (line: string) => void,
): Promise<void> {
  for (let from = 1; from <= stores; from += STORES_PER_STATEMENT) {
    const to = Math.min(stores, from + STORES_PER_STATEMENT - 1)
    await client.query(productsSql, [from, to])
    if (to % (STORES_PER_STATEMENT * 4) === 0) say(`  products of ${to} stores`)
  }
}

const productsSql = `
  insert into products (store_id, product_id, handle, title, body_html, vendor, product_type, tags, currency, price_min_minor, variants,
    images, options, created_at, published_at, updated_at, first_seen_at, last_seen_at, available, removed_at, cluster, match_due)
  select s.id, product_id, replace(lower(title), ' ', '-'), title, null, s.name, category, '[]', s.currency, price,
    ('[{"id":"' || product_id || '","title":"Default Title","priceMinor":' || coalesce(price::text, 'null') || ',"compareAtMinor":'
      || case when h % 5 = 0 and price is not null then (price * 14 / 10 + 1)::text else 'null' end || ',"available":' || (h % 9 <> 0)::text || '}]')::jsonb,
    ('[{"src":"https://cdn.shopify.com/s/files/1/' || s.id || '/files/' || h % 100000 || '.jpg","width":1200,"height":1200}]')::jsonb,
    '[{"name": "Title", "values": ["Default Title"]}]', made_at, made_at, made_at, s.found_at, s.found_at, h % 9 <> 0,
    null, case when is_wholesale then 1 + h % ${WHOLESALE_ITEMS} end, false
  from (
    select p.id, s.name, s.currency, s.price_median_minor, s.category, p.found_at, n, ${FIRST_PRODUCT} + p.id * ${NUMBERS_PER_STORE} + n as product_id,
      hashint8extended(p.id * ${NUMBERS_PER_STORE} + n, 99) & 1073741823 as h
    from bench.picks p join stores s on s.id = p.id cross join lateral generate_series(1, p.listed) as n
    where p.id between $1 and $2 order by p.id, n offset 0) as s
  cross join bench.words w
  cross join lateral (select h % 6 = 0 as is_wholesale, s.found_at - (h % 40) * interval '1 day' as made_at,
    greatest(1, s.price_median_minor * (20 + h % 180) / 100) as price) as drawn
  cross join lateral (select case when is_wholesale then 'Item ' || h % ${WHOLESALE_ITEMS} || ' ' || w.words[1 + h % ${WHOLESALE_ITEMS} % cardinality(w.words)]
    else initcap(w.words[1 + h % cardinality(w.words)]) || ' ' || w.words[1 + (h / 1009) % cardinality(w.words)] || ' ' || h % 9973 end as title) as named`

const COMPONENTS = JSON.stringify([
  { name: 'spread', weight: 35, value: 0.4, points: 14, inputs: { stores: 8 } },
  { name: 'growth', weight: 25, value: 0.6, points: 15, inputs: { stores: 8, storesBefore: 3 } },
  {
    name: 'places',
    weight: 12,
    value: 0.2,
    points: 2,
    inputs: { placeSum: 1.6, bestSellerStores: 1, homeStores: 2 },
  },
  {
    name: 'stock',
    weight: 10,
    value: 0.1,
    points: 1,
    inputs: { soldOutStores: 1, restockedStores: 0 },
  },
  {
    name: 'price',
    weight: 5,
    value: 0.2,
    points: 1,
    inputs: { priceUpStores: 1, priceDownStores: 0 },
  },
  { name: 'age', weight: 13, value: 0.7, points: 9, inputs: { ageDays: 7 } },
])

/** Products of stores that were open and new at the time. A trend lasts five days. */
export async function fillTrends(client: pg.Client): Promise<void> {
  await client.query(
    `insert into product_trends (store_id, product_id, day, cluster)
    select p.id, ${FIRST_PRODUCT} + p.id * ${NUMBERS_PER_STORE} + 1 + floor(bench.random(key, 71) * p.listed)::bigint, d.day, 1 + key % 40000
    from (select day, min(lo) over (partition by bucket) as lo, min(hi) over (partition by bucket) as hi, bucket from (
        select day, (day - '2020-01-01') / 5 as bucket,
          (select id from bench.picks where found_day > day - ${TREND_WINDOW_DAYS} order by found_day, id limit 1) as lo,
          (select id from bench.picks where found_day <= day order by found_day desc, id desc limit 1) as hi
        from (select distinct found_day as day from bench.picks) as days) as each_day) as d
    cross join lateral (select hashint8extended(bucket * 100000 + j, 70) & 1073741823 as key from generate_series(1, ${TRENDS_DRAWN_PER_DAY}) as j) as drawn
    join bench.picks p on p.id = d.lo + key % (d.hi - d.lo + 1) and p.is_new and p.listed > 0
    on conflict do nothing`,
  )
  await client.query(
    `insert into trend_scores (cluster, day, stores, score, badge, components, is_trending)
    select cluster, day, 3 + cluster % 40, 25 + cluster % 60, (array['testing', 'testing', 'heating', 'proven'])[1 + cluster % 4], $1, true
    from (select distinct cluster, day from product_trends) as t`,
    [COMPONENTS],
  )
  await client.query(
    `update bench.picks p set trending_day = t.day from (select store_id, max(day) as day from product_trends group by store_id) t where t.store_id = p.id`,
  )
}
