/**
 * Cost of a changed product for the trends, at 2,000 to 200,000 stores: `node bench/trends.ts [most
 * stores]`. Runs on a throwaway PostgreSQL, or on the server of DATABASE_URL, where it creates
 * separate databases. Times in milliseconds. Because the machine may be busy, each size is compared
 * with a step in the same minute that has no work. "Whole day" counts a day from scratch, which
 * each change used to cost for each of its days; at 100,000 stores it must take 2 s at most.
 */
import type { StoreId } from '#contracts/ids.ts'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { parseConfig } from '#server/platform/config.ts'
import type { AppContext } from '#server/platform/context.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { createContext } from '#server/create-context.ts'
import { createLog } from '#server/platform/log.ts'
import { computeTrendsStep } from '#server/discovery/trends/compute-trends.ts'
import { countTrends } from '#server/discovery/trends/count-trends.ts'
import { databaseUrl, withClient } from '#testing/database-client.ts'
import { startPostgresServer } from '#testing/postgres-server.ts'
import { fillStores, LAST_DAY } from './fill-stores.ts'

const MOST_STORES = Number(process.argv[2] ?? 200_000)
const SIZES = [2_000, 20_000, 100_000, 200_000].filter((size) => size <= MOST_STORES)
const PRODUCTS_PER_STORE = 5
const STORES_PER_ITEM = 400
const CHANGED = 20
const ITEMS = 5
const IDLE_MS = 5_000
/** The limit of a whole day at this size. */
const TARGET = { stores: 100_000, wholeMs: 2_000 }

const say = (line: string) => process.stdout.write(`${line}\n`)

const row = (cells: string[]) => cells.map((cell) => cell.padStart(12)).join('')

type Server = AsyncDisposable & { url: string }

async function openServer(): Promise<Server> {
  const url = process.env['DATABASE_URL']
  if (url) return { url, [Symbol.asyncDispose]: async () => undefined }
  return startPostgresServer({ shared_buffers: '512MB', autovacuum: 'off' })
}

/**
 * One product in ten is a wholesale item, each in about 400 stores of the year for any number of
 * stores; all others are unique to their stores.
 */
async function fill(db: Db, stores: number): Promise<void> {
  await sql`
    insert into products (store_id, product_id, handle, title, tags, currency, price_min_minor, variants, images, options,
      created_at, published_at, first_seen_at, last_seen_at, match_due, cluster)
    select s.id, 8000000000000 + s.id * 100 + n, 'product-' || n, 'Product ' || n, '[]', 'EUR', 2000, '[]',
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

async function settle(ctx: AppContext): Promise<void> {
  while ((await computeTrendsStep(ctx)) < IDLE_MS);
}

/**
 * Turns unique products into wholesale items one by one: in stores found today, or in stores of the
 * last thirty days, where each change affects all days since then. Uses the same five items at each
 * size, so that the waves are equally high.
 */
async function changeSome(ctx: AppContext, foundSince: number): Promise<number> {
  const { rows } = await sql<{ store_id: StoreId; product_id: number }>`
    select p.store_id, p.product_id from products p join stores s on s.id = p.store_id
    where s.launch_status = 'new' and s.found_day > ${LAST_DAY}::date - ${foundSince}::integer and p.cluster > 1000000
    order by md5(p.product_id::text) limit ${CHANGED}`.execute(ctx.db)
  if (rows.length === 0) throw new Error('no products to change')
  const startedAt = performance.now()
  for (const [at, { store_id, product_id }] of rows.entries()) {
    await sql`update products set cluster = ${1 + (at % ITEMS)} where store_id = ${store_id} and product_id = ${product_id}`.execute(
      ctx.db,
    )
    await settle(ctx)
  }
  return (performance.now() - startedAt) / rows.length
}

/** Cost of a step without work in the same minute: the baseline for a busy machine. */
async function idleStep(ctx: AppContext): Promise<number> {
  const startedAt = performance.now()
  for (let n = 0; n < CHANGED; n++) await settle(ctx)
  return (performance.now() - startedAt) / CHANGED
}

async function measure(url: string, stores: number): Promise<void> {
  const name = `bench_trends_${stores}`
  await withClient(url, async (admin) => {
    await admin.query(`drop database if exists ${name} with (force)`)
    await admin.query(`create database ${name}`)
  })
  const dataDir = await mkdtemp(join(tmpdir(), 'storedawn-bench-'))
  const DATABASE_URL = databaseUrl(url, name)
  const config = parseConfig({
    DATA_DIR: dataDir,
    PORT: '0',
    ROLES: 'api',
    DATABASE_URL,
  })
  const now = () => new Date(`${LAST_DAY}T12:00:00Z`)
  const ctx = await createContext(config, { log: createLog({ LOG_LEVEL: 'error' }), now })
  try {
    await fillStores(DATABASE_URL, stores)
    await ctx.database.withoutDeadline((db) => fill(db, stores))
    await settle(ctx)
    const wholeStartedAt = performance.now()
    const hot = (await countTrends(ctx.db, LAST_DAY)).length
    const wholeMs = performance.now() - wholeStartedAt
    const idleBefore = await idleStep(ctx)
    const todayMs = await changeSome(ctx, 1)
    const lateMs = await changeSome(ctx, 30)
    const idleMs = (idleBefore + (await idleStep(ctx))) / 2
    const cells = [stores, hot, wholeMs, idleMs, todayMs, lateMs].map((value) => value.toFixed(0))
    say(row([...cells, (todayMs / idleMs).toFixed(1), (lateMs / idleMs).toFixed(1)]))
    if (stores === TARGET.stores)
      say(`a whole day at ${stores} stores: ${wholeMs.toFixed(0)} of ${TARGET.wholeMs} ms`)
  } finally {
    await ctx[Symbol.asyncDispose]()
    await rm(dataDir, { recursive: true, force: true })
    await withClient(url, (admin) => admin.query(`drop database ${name} with (force)`))
  }
}

await using server = await openServer()
say(
  row([
    'stores',
    'hot today',
    'whole day',
    'idle step',
    'new today',
    'found late',
    'ratio today',
    'ratio late',
  ]),
)
for (const stores of SIZES) await measure(server.url, stores)
