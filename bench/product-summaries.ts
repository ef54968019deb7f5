/**
 * The summaries of a page of trending products that nobody asked for before: twenty products, each
 * sold by 170 stores, beside a plain reading of the same listings.
 * `node bench/product-summaries.ts [--rounds 30]`
 */
import { loadavg } from 'node:os'
import { sql } from 'kysely'
import { toClusterId } from '#contracts/ids.ts'
import { readFigures } from '#server/catalog/products/cluster-summary.ts'
import { startPostgresServer } from '#testing/postgres-server.ts'
import { startTestApp } from '#testing/test-app.ts'
import { fillStores } from './fill-stores.ts'
import { usageOfTree } from './process-usage.ts'
import { valueOf } from './workspace/asked-size.ts'
import { summarise } from './workspace/loads.ts'

const [PRODUCTS, STORES_EACH] = [20, 170]
const MAX_MS = 40
const rounds = valueOf('--rounds', 30)
const say = (line: string) => process.stdout.write(`${line}\n`)

await using server = await startPostgresServer()
process.env['TEST_DATABASE_URL'] = server.url
const app = await startTestApp()
const { db } = app.ctx
await fillStores(app.ctx.config.DATABASE_URL ?? '', PRODUCTS * STORES_EACH)
await sql`
  insert into products (store_id, product_id, handle, title, vendor, tags, currency, price_min_minor, variants, images, options,
    created_at, published_at, first_seen_at, last_seen_at, cluster, match_due)
  select id, 9000000 + id, 'item-' || id, 'Item ' || id % ${PRODUCTS} || case when id % 7 = 0 then ' special ' || id % 40 else '' end, name,
    '[]', currency, 100 + id % 5000, '[]', '[{"src": "https://cdn.shopify.com/item.jpg"}]', '[]', found_at, found_at, found_at, found_at,
    1 + id % ${PRODUCTS}, false
  from stores`.execute(db)
await sql`vacuum analyze products`.execute(db)

const asked = Array.from({ length: PRODUCTS }, (_, at) => toClusterId(at + 1))

/** PostgreSQL's; the tick of the kernel is 10 ms. */
const processorMs = () =>
  usageOfTree(process.pid).reduce(
    (sum, { pid, cpuSeconds }) => sum + (pid === process.pid ? 0 : 1000 * cpuSeconds),
    0,
  )

async function timesOf(work: () => Promise<unknown>) {
  await work()
  const before = processorMs()
  const times: number[] = []
  for (let round = 0; round < rounds; round++) {
    const startedMs = performance.now()
    await work()
    times.push(performance.now() - startedMs)
  }
  return { ...summarise(times), processor: (processorMs() - before) / rounds }
}

const load = loadavg()[0]?.toFixed(2)
const plain = await timesOf(() =>
  sql`select count(*), min(p.price_min_minor), max(s.name) from products p join stores s on s.id = p.store_id
    where p.cluster between 1 and ${PRODUCTS} group by p.cluster`.execute(db),
)
const summaries = await timesOf(() => readFigures({ db, language: 'en' }, asked))
const ms = (value: number) => value.toFixed(0)
say(`${PRODUCTS} products of ${STORES_EACH} stores, ${rounds} rounds, load before: ${load}\n`)
say('| reading | p50 ms | p95 ms | processor of the database, ms | target | ratio |')
say('| --- | --- | --- | --- | --- | --- |')
say(`| listings, plainly | ${ms(plain.p50)} | ${ms(plain.p95)} | ${ms(plain.processor)} | – | – |`)
const { p50, p95, processor } = summaries
say(
  `| summaries | ${ms(p50)} | ${ms(p95)} | ${ms(processor)} | processor ≤ ${MAX_MS} | ${(processor / MAX_MS).toFixed(2)} |`,
)
await app[Symbol.asyncDispose]()
