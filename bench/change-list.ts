/**
 * The latest changes of a few hundred saved stores, as the list of changes and a feed read them,
 * beside one indexed look at each of those stores: what has to be read at least. On 20,000 stores
 * with 60 changes each. `node bench/change-list.ts`
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { type StoreId, toStoreId } from '#contracts/ids.ts'
import { StoreEventKind } from '#contracts/stores/timeline.ts'
import { boundsAfter, findChanges, findChangesOf } from '#server/catalog/changes/find-changes.ts'
import { parseConfig } from '#server/platform/config.ts'
import { openDatabase } from '#server/platform/db/client.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { createLog } from '#server/platform/log.ts'
import { startPostgresServer } from '#testing/postgres-server.ts'

const STORES = 20_000
const CHANGES_PER_STORE = 60
const SAVED = [50, 300, 900]
const PAGE = 51
const ROUNDS = 40

const say = (line: string) => process.stdout.write(`${line}\n`)

/** Each store changes twice a day for a month, at times that differ from store to store. */
async function fillChanges(db: Db): Promise<void> {
  await sql`
    insert into store_events (store_id, kind, at, subject, label, source_url, path)
    select store, (array['app_added', 'theme_updated', 'pixel_added', 'contact_added'])[1 + (store + change) % 4],
      timestamptz '2026-11-28' - (change + (store * 7919 % ${STORES})::float8 / ${STORES}) * interval '1 day', null, 'observed', 'https://a.example/', 'bench'
    from generate_series(1, ${STORES}::integer) as store, generate_series(0, ${CHANGES_PER_STORE / 2 - 1}::integer) as change`.execute(
    db,
  )
  await sql`
    insert into product_change_days (store_id, kind, day, at)
    select store, 'price_down', day, day + (store * 6007 % ${STORES})::float8 / ${STORES} * interval '1 day'
    from generate_series(1, ${STORES}::integer) as store,
      generate_series(date '2026-10-29', date '2026-11-27', interval '1 day') as day`.execute(db)
  await sql`analyze`.execute(db)
}

async function timed(run: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const start = performance.now()
    await run()
    times.push(performance.now() - start)
  }
  return times.toSorted((a, b) => a - b)[Math.floor(ROUNDS * 0.9)] ?? 0
}

const newestOfEach = (db: Db, ids: readonly StoreId[]) => () =>
  sql`select max(at) from unnest(${[...ids]}::bigint[]) as asked (id) cross join lateral (
    select at from store_events where store_id = asked.id order by at desc limit 1) as newest`.execute(
    db,
  )

await using server = await startPostgresServer()
const dataDir = await mkdtemp(join(tmpdir(), 'storedawn-bench-'))
const config = parseConfig({ DATA_DIR: dataDir, DATABASE_URL: server.url })
const log = createLog({ LOG_LEVEL: 'error' })
const database = await openDatabase(config, log)
const { db } = database
await migrate(db, log)
await fillChanges(db)
const query = {
  storeKinds: StoreEventKind.options,
  productKinds: ['price_up', 'price_down', 'added', 'removed'] as const,
  since: null,
  bounds: boundsAfter(null),
  limit: PAGE,
}
say(
  `PostgreSQL ${server.version}, ${STORES} stores, ${STORES * CHANGES_PER_STORE} changes; p90 of ${ROUNDS}`,
)
const all = await timed(() => findChanges(db, query))
say(`all stores              ${all.toFixed(1)} ms`)
for (const count of SAVED) {
  const ids = Array.from({ length: count }, (_, at) => toStoreId(1 + ((at * 7) % STORES)))
  const reference = await timed(newestOfEach(db, ids))
  const page = await timed(() => findChangesOf(db, ids, query))
  say(
    `${String(count).padStart(4)} saved stores       ${page.toFixed(1)} ms   one look at each ${reference.toFixed(1)} ms   ratio ${(reference / page).toFixed(2)}`,
  )
}
await database.close()
await rm(dataDir, { recursive: true, force: true })
