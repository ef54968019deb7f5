import type { UserId } from '#contracts/ids.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Config } from '#server/platform/config.ts'
import type { OpenDatabase } from '#server/platform/db/client.ts'
import { followReplica } from './follow-replica.ts'
import { createPrimaryHistory, parseWalPosition } from './wal-position.ts'
import type { ReplicaHandles } from './replica-session.ts'

/**
 * When an account wrote last, and the end of the log after that commit, as PostgreSQL writes it.
 */
export type LastWrite = { position: string; at: Date }

/** `repeated` = queries that a replica did not finish and the primary answered. */
export type ReadCounts = { replica: number; primary: number; repeated: number }

export type ReadReplicas = AsyncDisposable & {
  /** A replica that is not late and includes the write; null = read the primary. */
  choose: (lastWrite: LastWrite | null) => ReplicaHandles | null
  /**
   * Call it after a commit: later requests of the account then read what it wrote, through any
   * process.
   */
  recordWrite: (userId: UserId) => Promise<void>
  /** Asks primary and replicas for their positions at the same time. */
  measure: () => Promise<void>
  /** `lagSeconds` is null while it is unknown or above the limit. */
  figures: () => {
    replicas: { name: string; isUsed: boolean; lagSeconds: number | null }[]
    reads: ReadCounts
  }
}

type Options = { maxLagMs?: number; measureEveryMs?: number }

/** Reads are never older than this: a replica that is further behind is not used. */
const MAX_LAG_MS = 10_000
/** Also how long an account reads the primary after a write, on average a little more. */
const MEASURE_EVERY_MS = 200
/** Measuring ends this long after the last request. */
const IDLE_AFTER_MS = 5_000
/**
 * Every replica in use has replayed an older write. A position not reached by then belongs to
 * another history of the database, such as that of the server from which this one was restored.
 */
const WRITE_COUNTS_MS = 60_000

type Deps = {
  config: Pick<Config, 'DATABASE_READ_URL' | 'DATABASE_POOL' | 'ROLES'>
  database: OpenDatabase
  log: Logger
  now: () => Date
}

/**
 * Chooses replicas for reads by how far they have replayed the primary's log. Null without
 * `DATABASE_READ_URL`, and where no requests are answered.
 */
export function openReadReplicas(
  deps: Deps,
  { maxLagMs = MAX_LAG_MS, measureEveryMs = MEASURE_EVERY_MS }: Options = {},
): ReadReplicas | null {
  const { config, database, now } = deps
  if (config.DATABASE_READ_URL.length === 0 || !config.ROLES.includes('api')) return null
  const reads: ReadCounts = { replica: 0, primary: 0, repeated: 0 }
  const history = createPrimaryHistory(database.db, maxLagMs)
  const onRepeat = () => void reads.repeated++
  const replicas = config.DATABASE_READ_URL.map((url) =>
    followReplica({ ...deps, url, maxLagMs, history, onRepeat }),
  )
  const measure = async () => {
    await history.sample().catch(() => undefined) // the lag grows until the primary answers again
    return replicas.map((replica) => replica.measure())
  }
  // A replica that hangs must not hold up the others.
  const keepMeasuring = measureOnDemand(async () => void (await measure()), measureEveryMs)
  keepMeasuring.request()
  let turn = 0
  return {
    choose(lastWrite) {
      keepMeasuring.request()
      const isRecent = lastWrite && now().getTime() - lastWrite.at.getTime() < WRITE_COUNTS_MS
      const needed = isRecent ? parseWalPosition(lastWrite.position) : null
      const usable = replicas.flatMap((replica) => replica.handles(needed) ?? [])
      const chosen = usable[turn++ % Math.max(1, usable.length)] ?? null
      reads[chosen ? 'replica' : 'primary']++
      return chosen
    },
    recordWrite: (userId) => recordWrite(database, userId, now()),
    measure: async () => void (await Promise.all(await measure())),
    figures: () => ({ replicas: replicas.map((replica) => replica.figures()), reads }),
    async [Symbol.asyncDispose]() {
      await keepMeasuring.stop()
      await Promise.all(replicas.map((replica) => replica.close()))
    },
  }
}

/**
 * In a row that every request reads anyway, so that it holds for all devices, keys and processes of
 * the account.
 */
async function recordWrite({ db }: OpenDatabase, userId: UserId, at: Date): Promise<void> {
  await db
    .updateTable('users')
    .set({ wrote_position: sql<string>`pg_current_wal_insert_lsn()`, wrote_at: at })
    .where('id', '=', userId)
    .execute()
}

/** Runs the measurement again and again while it is requested; it rests while no one reads. */
function measureOnDemand(measure: () => Promise<void>, everyMs: number) {
  const stopping = new AbortController()
  const { signal } = stopping
  let requestedAtMs = 0
  let running: Promise<void> | undefined
  const run = async () => {
    while (!signal.aborted && performance.now() - requestedAtMs < IDLE_AFTER_MS) {
      await measure()
      await sleep(everyMs, undefined, { ref: false, signal }).catch(() => undefined)
    }
    running = undefined
  }
  return {
    request() {
      requestedAtMs = performance.now()
      if (!signal.aborted) running ??= run()
    },
    async stop() {
      stopping.abort()
      await running
    },
  }
}
