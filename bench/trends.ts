/**
 * What a changed product costs the trends, at 2,000 to 200,000 stores: `node bench/trends.ts [most stores]`. On a throwaway PostgreSQL, or on the server
 * of DATABASE_URL, where it creates databases of its own. Each size is compared with the same number of bare updates by key in the same minute,
 * because the machine may be busy; and with counting the whole day, which is what every change used to cost.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { parseConfig } from '#server/config.ts'
import type { AppContext, Db } from '#server/context.ts'
import { createContext } from '#server/create-context.ts'
import { createLog } from '#server/create-log.ts'
import { computeTrendsStep } from '#server/pipeline/compute-trends.ts'
import { countTrends } from '#server/pipeline/count-trends.ts'
import { startPostgresServer } from '#testing/postgres-server.ts'
import { fillStores, LAST_DAY } from './fill-stores.ts'

const MOST_STORES = Number(process.argv[2] ?? 200_000)
const SIZES = [2_000, 20_000, 200_000].filter((size) => size <= MOST_STORES)
const PRODUCTS_PER_STORE = 5
const STORES_PER_ITEM = 400
const CHANGED = 500
const IDLE_MS = 5_000

const say = (line: string) => process.stdout.write(`${line}\n`)

type Server = AsyncDisposable & { url: string }

async function openServer(): Promise<Server> {
  const url = process.env['DATABASE_URL']
  if (url) return { url, [Symbol.asyncDispose]: async () => undefined }
  return startPostgresServer({ shared_buffers: '512MB', autovacuum: 'off' })
}

async function withAdmin(url: string, statement: string): Promise<void> {
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  await admin.query(statement).finally(() => admin.end())
}

/**
 * One product in ten is one of the wholesale items, each in about 400 stores of the year, however many stores there are; the others are
 * their stores' own.
 */
async function fill(db: Db, stores: number): Promise<void> {
  await fillStores(db, stores)
  await sql`truncate product_trends, trend_scores, trend_changes`.execute(db)
  await sql`
    insert into products (store_id, product_id, handle, title, product_key, tags, currency, price_min_minor, variants, images, options,
      created_at, published_at, first_seen_at, last_seen_at, match_due, cluster)
    select s.id, 8000000000000 + s.id * 100 + n, 'product-' || n, 'Product ' || n, 'product ' || n, '[]', 'EUR', 2000, '[]',
      jsonb_build_array(jsonb_build_object('src', 'https://cdn.example/files/' || md5(s.id::text || n) || '.jpg', 'width', 800, 'height', 800)),
      '[]', s.found_at, s.found_at, s.found_at, s.found_at, false,
      case when n = 1 then 1 + (s.id * 7919) % ${Math.ceil(stores / STORES_PER_ITEM)} else 1000000 + s.id * 100 + n end
    from stores s cross join generate_series(1, ${PRODUCTS_PER_STORE}::integer) as n`.execute(db)
  await sql`truncate trend_invalidations`.execute(db)
  await sql`insert into product_clusters (id, leader) select distinct cluster, '{}'::jsonb from products`.execute(
    db,
  )
  await sql`vacuum analyze`.execute(db)
}

async function settle(ctx: AppContext): Promise<number> {
  const startedAt = performance.now()
  while ((await computeTrendsStep(ctx)) < IDLE_MS);
  return performance.now() - startedAt
}

/** Products of their stores' own, found today, that turn out to be wholesale items. */
async function matchSome(db: Db): Promise<void> {
  await sql`
    update products p set cluster = 1 + (p.store_id * 31) % (select count(*) / ${STORES_PER_ITEM} from stores)
    from (
      select p.store_id, p.product_id from products p join stores s on s.id = p.store_id
      where s.launch_status = 'new' and s.found_day > ${LAST_DAY}::date - 30 and p.cluster > 1000000
      order by md5(p.product_id::text) limit ${CHANGED}) as t
    where p.store_id = t.store_id and p.product_id = t.product_id`.execute(db)
}

/** As many updates by key as there are changes, one statement each. */
async function bareUpdates(db: Db): Promise<number> {
  const keys = await db
    .selectFrom('products')
    .select(['store_id', 'product_id'])
    .orderBy(sql`md5(product_id::text)`)
    .limit(CHANGED)
    .execute()
  const startedAt = performance.now()
  for (const { store_id, product_id } of keys)
    await sql`update products set price_min_minor = price_min_minor + 1 where store_id = ${store_id} and product_id = ${product_id}`.execute(
      db,
    )
  return performance.now() - startedAt
}

async function measure(url: string, stores: number): Promise<void> {
  const name = `bench_trends_${stores}`
  await withAdmin(url, `drop database if exists ${name} with (force)`)
  await withAdmin(url, `create database ${name}`)
  const dataDir = await mkdtemp(join(tmpdir(), 'storedawn-bench-'))
  const database = new URL(url)
  database.pathname = `/${name}`
  const config = parseConfig({ DATA_DIR: dataDir, PORT: '0', ROLES: 'api', DATABASE_URL: database.href })
  const now = () => new Date(`${LAST_DAY}T12:00:00Z`)
  const ctx = await createContext(config, { log: createLog({ LOG_LEVEL: 'error' }), now })
  try {
    await ctx.database.withoutDeadline((db) => fill(db, stores))
    const openedMs = await settle(ctx)
    const wholeStartedAt = performance.now()
    const hot = (await countTrends(ctx.db, LAST_DAY)).length
    const wholeMs = performance.now() - wholeStartedAt
    const before = await bareUpdates(ctx.db)
    await matchSome(ctx.db)
    const changedMs = await settle(ctx)
    const bareMs = (before + (await bareUpdates(ctx.db))) / 2
    const cells = [stores, hot, openedMs, wholeMs, changedMs / CHANGED, bareMs / CHANGED].map((value, at) =>
      value.toFixed(at < 4 ? 0 : 2).padStart(12),
    )
    say(`${cells.join('')}${(changedMs / bareMs).toFixed(1).padStart(12)}`)
  } finally {
    await ctx[Symbol.asyncDispose]()
    await rm(dataDir, { recursive: true, force: true })
    await withAdmin(url, `drop database ${name} with (force)`)
  }
}

await using server = await openServer()
say(
  ['stores', 'hot today', 'day opened', 'day counted', 'ms a change', 'bare update', 'ratio']
    .map((title) => title.padStart(12))
    .join(''),
)
for (const stores of SIZES) await measure(server.url, stores)
