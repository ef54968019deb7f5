/**
 * A million updates of stores and trends on the embedded engine, with the pass that the product makes every minute: the folder of the
 * database, its log of changes included, must stay below three times what is live in it.
 * `node testing/prove/many-updates.ts [--updates N] [--per-minute N]`; ends with 1 when it does not.
 */
import { readdirSync, statSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { openDatabase } from '#server/db/client.ts'
import { shortenLog, vacuumTables } from '#server/jobs/vacuum.ts'
import { createTempFolder } from '#testing/temp-folder.ts'
import { fillDataDir } from '#testing/test-database.ts'
import { createTestLog } from '#testing/test-log.ts'
import { fillStores } from '../../bench/fill-stores.ts'

const MIB = 1024 ** 2
const STORES = 100_000
/** Rows of one statement. */
const PIECE = 1_000
/** Of the whole product far more than the visits of a minute write. */
const PER_MINUTE = 50_000
const GOAL_TIMES = 3

const say = (line: string) => process.stdout.write(`${line}\n`)
const { values } = parseArgs({
  options: {
    updates: { type: 'string', default: '1000000' },
    'per-minute': { type: 'string', default: String(PER_MINUTE) },
  },
})
const [updates, perMinute] = [Number(values.updates), Number(values['per-minute'])]
const dataDir = await fillDataDir(await createTempFolder('storedawn-updates-'))
const database = await openDatabase(
  { DATA_DIR: dataDir, DATABASE_URL: undefined, DATABASE_POOL: 2 },
  createTestLog().log,
)
const { db } = database
await fillStores(db, STORES)
await sql`vacuum full`.execute(db)
await shortenLog(db)
const liveBytes = await countBytes()
let worstBytes = 0
let longestPassMs = 0
for (let done = 0, sinceBefore = 0; done < updates;) {
  const count = await updatePiece()
  done += count
  sinceBefore += count
  if (sinceBefore < perMinute && done < updates) continue
  worstBytes = Math.max(worstBytes, folderBytes(dataDir))
  const startedAt = performance.now()
  await vacuumTables(db)
  await shortenLog(db)
  longestPassMs = Math.max(longestPassMs, performance.now() - startedAt)
  say(
    `${done.toLocaleString('en')} updates: folder ${megabytes(folderBytes(dataDir))}, database ${megabytes(await countBytes())}`,
  )
  sinceBefore = 0
}
await database.close()
worstBytes = Math.max(worstBytes, folderBytes(dataDir))
await rm(dataDir, { recursive: true })
const times = worstBytes / liveBytes
say(
  `live ${megabytes(liveBytes)}, folder at its largest ${megabytes(worstBytes)}: ${times.toFixed(2)} times (goal: below ${GOAL_TIMES})`,
)
say(`longest pass ${Math.round(longestPassMs)} ms`)
process.exitCode = times < GOAL_TIMES ? 0 : 1

/** What a visit and a day's trends change, in a run of neighbours somewhere. */
async function updatePiece(): Promise<number> {
  const from = Math.floor(Math.random() * (STORES - PIECE))
  const within = sql`between ${from} and ${from + PIECE - 1}`
  const stores = await sql`
    update stores set product_count = (product_count + 1) % 500, last_checked_at = last_checked_at + interval '1 hour'
    where id ${within}`.execute(db)
  const trends = await sql`update product_trends set score = score + 1 where store_id ${within}`.execute(db)
  return Number((stores.numAffectedRows ?? 0n) + (trends.numAffectedRows ?? 0n))
}

async function countBytes(): Promise<number> {
  const { rows } = await sql<{
    bytes: string
  }>`select pg_database_size(current_database())::text as bytes`.execute(db)
  return Number(rows[0]?.bytes)
}

function folderBytes(folder: string): number {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  )
  // A file may go while it is counted.
  const sizes = files.map(
    (file) => statSync(join(file.parentPath, file.name), { throwIfNoEntry: false })?.size ?? 0,
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}

function megabytes(bytes: number): string {
  return `${Math.round(bytes / MIB)} MB`
}
