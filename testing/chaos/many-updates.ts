/**
 * Makes a million updates of stores and trends on the packaged PostgreSQL, at a rate far above that
 * of discovery. Autovacuum must keep its tables below three times their live data, and its
 * write-ahead log below twice `max_wal_size`. `node testing/chaos/many-updates.ts [--updates N]
 * [--per-minute N]`; about five minutes; exits with 1 if a limit is exceeded.
 * Conformance: check-85
 */
import { readdirSync, statSync } from 'node:fs'
import { chmod, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { createContext } from '#server/create-context.ts'
import { parseConfig } from '#server/platform/config.ts'
import { openLocalPostgres } from '#server/platform/db/local-postgres/local-postgres.ts'
import { createTempFolder } from '#testing/temp-folder.ts'
import { createTestLog } from '#testing/test-log.ts'
import { fillStores } from '../../bench/fill-stores.ts'

const MIB = 1024 ** 2
const STORES = 100_000
/** Rows per statement. */
const PIECE = 1_000
const GOAL_TIMES = 3

const say = (line: string) => process.stdout.write(`${line}\n`)
const { values } = parseArgs({
  options: {
    updates: { type: 'string', default: '1000000' },
    'per-minute': { type: 'string', default: '200000' },
  },
})
const [updates, perMinute] = [Number(values.updates), Number(values['per-minute'])]
const dataDir = await createTempFolder('storedawn-updates-')
await chmod(dataDir, 0o755) // accessible to the user that runs PostgreSQL for root
const { log } = createTestLog()
const server = await openLocalPostgres({ dataDir, log, use: 'product' })
const ctx = await createContext(
  parseConfig({ DATA_DIR: dataDir, DATABASE_URL: server.url, ROLES: 'api' }),
  {
    log,
  },
)
const { db } = ctx
await fillStores(db, STORES)
await sql`vacuum full`.execute(db)
await sql`checkpoint`.execute(db)
const liveBytes = await countBytes()
const walGoalBytes = 2 * (await maxWalBytes())
let worstBytes = 0
let worstWalBytes = 0
const startedMs = performance.now()
for (let done = 0; done < updates;) {
  done += await updatePiece()
  const dueMs = (done / perMinute) * 60_000
  await sleep(Math.max(0, dueMs - (performance.now() - startedMs)))
  worstBytes = Math.max(worstBytes, await countBytes())
  worstWalBytes = Math.max(worstWalBytes, folderBytes(join(server.folder, 'pg_wal')))
}
const minutes = (performance.now() - startedMs) / 60_000
await ctx[Symbol.asyncDispose]()
await server.close()
await rm(dataDir, { recursive: true })
const times = worstBytes / liveBytes
say(
  `${updates.toLocaleString('en')} updates in ${minutes.toFixed(1)} min (asked for: ${perMinute.toLocaleString('en')} a minute)`,
)
say(
  `live ${megabytes(liveBytes)}, database at its largest ${megabytes(worstBytes)}: ${times.toFixed(2)} times (goal: below ${GOAL_TIMES})`,
)
say(
  `log of changes at its largest ${megabytes(worstWalBytes)} (goal: below ${megabytes(walGoalBytes)})`,
)
process.exitCode = times < GOAL_TIMES && worstWalBytes < walGoalBytes ? 0 : 1

/** Updates the columns that a visit and a day's trends change, in a random run of adjacent rows. */
async function updatePiece(): Promise<number> {
  const from = Math.floor(Math.random() * (STORES - PIECE))
  const within = sql`between ${from} and ${from + PIECE - 1}`
  const stores = await sql`
    update stores set product_count = (product_count + 1) % 500, last_checked_at = last_checked_at + interval '1 hour'
    where id ${within}`.execute(db)
  const trends = await sql`
    update trend_scores d set score = score + 1 from product_trends t
    where t.store_id ${within} and d.cluster = t.cluster and d.day = t.day`.execute(db)
  return Number((stores.numAffectedRows ?? 0n) + (trends.numAffectedRows ?? 0n))
}

async function countBytes(): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select pg_database_size(current_database()) as bytes`.execute(db)
  return Number(rows[0]?.bytes)
}

async function maxWalBytes(): Promise<number> {
  const { rows } = await sql<{ megabytes: number }>`
    select setting::integer as megabytes from pg_settings where name = 'max_wal_size'`.execute(db)
  return Number(rows[0]?.megabytes) * MIB
}

function folderBytes(folder: string): number {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  )
  // A file may disappear while it is counted.
  const sizes = files.map(
    (file) => statSync(join(file.parentPath, file.name), { throwIfNoEntry: false })?.size ?? 0,
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}

function megabytes(bytes: number): string {
  return `${Math.round(bytes / MIB)} MB`
}
