import type pg from 'pg'
import type { WorkspaceSize } from './workspace-size.ts'

const USERS = 3000
const SAVED_STORES_EACH = 30
const SAVED_PRODUCTS_EACH = 20
/** One in this many stores has facts and signals; only these stores are read in detail. */
export const DETAILED_EVERY = 50

const FACTS =
  'shop shopId name about country currency locale productCount city region company responsible address contactForm'.split(
    ' ',
  )

/** Accounts with their saved data, and the evidence of a sample of stores. */
export async function fillRest(client: pg.Client, { stores }: WorkspaceSize): Promise<void> {
  await client.query(`
    insert into users (id, email, email_key, first_name, last_name, role, email_verified_at, created_at)
    select md5('user ' || n)::uuid, 'user' || n || '@bench.example', 'user' || n || '@bench.example', 'Ada', 'Byron',
      (array['GUEST', 'PRO_USER', 'PLUS_USER'])[1 + n % 3], now(), now() from generate_series(1, ${USERS}) as n;
    insert into saved_stores (user_id, store_id, created_at, updated_at)
    select md5('user ' || n)::uuid, 1 + floor(bench.random(n * 1000 + k, 80) * ${stores})::bigint, now(), now()
    from generate_series(1, ${USERS}) as n, generate_series(1, ${SAVED_STORES_EACH}) as k on conflict do nothing;
    insert into saved_products (user_id, store_id, product_id, created_at, updated_at)
    select md5('user ' || n)::uuid, store_id, product_id, now(), now()
    from (select store_id, product_id, row_number() over () as at from product_trends tablesample system (20) repeatable (7)) as t
    join generate_series(1, ${USERS}) as n on t.at % ${USERS} = n - 1 and t.at < ${USERS * SAVED_PRODUCTS_EACH} on conflict do nothing`)
  await client.query(
    `insert into store_facts (store_id, key, value, label, source_url, path, observed_at)
    select s.id, key, case key when 'country' then to_jsonb(coalesce(s.country, 'US')) when 'productCount' then to_jsonb(s.listed_products)
      else to_jsonb(s.name) end, 'observed', 'https://' || s.domain || '/', 'meta.json', now()
    from stores s cross join unnest($1::text[]) as key where s.id % ${DETAILED_EVERY} = 0`,
    [FACTS],
  )
  await client.query(
    `insert into store_signals (store_id, kind, at, label, source_url, path, observed_at, detail, role)
    select s.id, kind, s.found_at - interval '2 days', 'observed', 'https://' || s.domain || '/', 'products.json', s.found_at, null, 'supports'
    from stores s cross join unnest(array['first_certificate', 'first_seen', 'oldest_product_created', 'shop_id_order']) as kind
    where s.id % ${DETAILED_EVERY} = 0`,
  )
}
