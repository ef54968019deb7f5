/**
 * Matching products and computing a day of trends on 100,000 stores with 300,000 products, on the embedded engine. `node bench/trends.ts`
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { addDays } from '#contracts/dates.ts'
import { parseConfig } from '#server/config.ts'
import { createContext } from '#server/create-context.ts'
import { createLog } from '#server/create-log.ts'
import type { Db } from '#server/context.ts'
import { computeTrendsStep } from '#server/pipeline/compute-trends.ts'
import { countTrends } from '#server/pipeline/count-trends.ts'
import { matchProducts } from '#server/pipeline/match-products.ts'
import { fillStores, LAST_DAY } from './fill-stores.ts'

const STORES = 100_000
const PRODUCTS_PER_STORE = 3
const DAYS = 7

const say = (line: string) => process.stdout.write(`${line}\n`)

/** One product in ten is one of 400 wholesale items under the supplier's picture; the others are their stores' own. */
async function fillProducts(db: Db): Promise<void> {
  await sql`delete from product_trends`.execute(db)
  await sql`
    insert into products (store_id, product_id, handle, title, product_key, tags, currency, price_min_minor, variants, images, options,
      created_at, published_at, first_seen_at, last_seen_at)
    select s.id, 8000000000000 + s.id * 10 + n, 'product-' || n, title, lower(title), '[]', 'EUR', 2000 + s.id % 1500, '[]',
      jsonb_build_array(jsonb_build_object('src', 'https://cdn.example/files/' || picture || '.jpg', 'width', 800, 'height', 800)),
      '[{"name": "Title", "values": ["Default Title"]}]', s.found_at, s.found_at, s.found_at, s.found_at
    from stores s cross join generate_series(1, ${PRODUCTS_PER_STORE}::integer) as n
    cross join lateral (select (s.id * 7919 + n * 104729) % 400 as item, (s.id * 31 + n) % 10 = 0 as is_wholesale) as pick
    cross join lateral (select
      case when is_wholesale then 'Item ' || substr(md5(item::text), 1, 6) || ' ' || substr(md5('x' || item::text), 1, 6) || ' projector'
        else 'Own ' || md5(s.id::text || n::text) end as title,
      case when is_wholesale then 'S' || substr(md5('p' || item::text), 1, 16) else md5('own' || s.id::text || '-' || n::text) end as picture) as made`.execute(
    db,
  )
  await sql`analyze`.execute(db)
}

const dataDir = await mkdtemp(join(tmpdir(), 'storedawn-bench-'))
const config = parseConfig({ DATA_DIR: dataDir, PORT: '0', ROLES: 'api' })
const now = () => new Date(`${LAST_DAY}T12:00:00Z`)
const ctx = await createContext(config, { log: createLog({ LOG_LEVEL: 'error' }), now })
try {
  await ctx.database.withoutDeadline(async (db) => {
    await fillStores(db, STORES)
    await fillProducts(db)
  })
  const steps: number[] = []
  for (let matched = 1; matched > 0;) {
    const startedAt = performance.now()
    matched = await matchProducts(ctx)
    steps.push(performance.now() - startedAt)
  }
  const total = steps.reduce((sum, ms) => sum + ms, 0)
  const sorted = steps.toSorted((a, b) => a - b)
  const at = (share: number) => (sorted[Math.floor(sorted.length * share)] ?? Number.NaN).toFixed(0)
  const perSecond = Math.round((STORES * PRODUCTS_PER_STORE * 1000) / total)
  say(
    `matching: ${perSecond.toLocaleString('en')} products/s; a step takes p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, p99 ${at(0.99)} ms`,
  )
  for (let back = 0; back < DAYS; back++) {
    const startedAt = performance.now()
    const clusters = await countTrends(ctx.db, addDays(LAST_DAY, -back))
    say(
      `counting ${addDays(LAST_DAY, -back)}: ${clusters.length} clusters, ${(performance.now() - startedAt).toFixed(0)} ms`,
    )
  }
  const startedAt = performance.now()
  await computeTrendsStep(ctx)
  say(`four days computed and written: ${(performance.now() - startedAt).toFixed(0)} ms`)
} finally {
  await ctx[Symbol.asyncDispose]()
  await rm(dataDir, { recursive: true, force: true })
}
