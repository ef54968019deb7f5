import type { Logger } from 'pino'
import type { Config } from '#server/platform/config.ts'
import type { OpenDatabase } from '#server/platform/db/client.ts'
import type { PrimaryHistory, WalPosition } from './wal-position.ts'
import {
  createReplicaProbe,
  openReplicaSession,
  type ReplicaHandles,
  type ReplicaSession,
} from './replica-session.ts'

export type FollowedReplica = {
  /** Null while the replica is unavailable, late, or has not replayed up to the position. */
  handles: (needed: WalPosition | null) => ReplicaHandles | null
  /** Asks the replica for its position, unless an earlier question is still open. */
  measure: () => Promise<void>
  figures: () => ReplicaFigures
  close: () => Promise<void>
}

/** `lagSeconds` is null while it is unknown or above the limit. */
export type ReplicaFigures = { name: string; isUsed: boolean; lagSeconds: number | null }

type Options = {
  config: Pick<Config, 'DATABASE_POOL'>
  database: OpenDatabase
  log: Logger
  url: string
  maxLagMs: number
  history: PrimaryHistory
  onRepeat: () => void
}

/** Keeps connections to one replica while it answers, and knows how far it has replayed the log. */
export function followReplica({ url, maxLagMs, history, ...deps }: Options): FollowedReplica {
  const { host } = new URL(url)
  const enter = createStateLog(deps.log, host)
  let session: ReplicaSession | undefined
  let replayed: WalPosition = 0n
  let currentUntilMs = Number.NEGATIVE_INFINITY
  const isUsed = () => session?.lost.aborted === false && lagMs() <= maxLagMs
  const lagMs = () => performance.now() - currentUntilMs
  // A restarted replica may be behind its last reported position for a moment, so that position no
  // longer counts.
  const lose = (error: unknown) => session?.lose(error)
  const probe = createReplicaProbe(url, deps.log, lose)
  let isClosed = false
  let measuring: Promise<void> | undefined

  const measure = async () => {
    try {
      const position = await probe.readPosition()
      if (isClosed) return
      if (position === null) {
        lose(new Error('the server is not a replica'))
        return enter('not_a_replica')
      }
      replayed = position
      currentUntilMs = history.reachedAtMs(position) ?? Number.NEGATIVE_INFINITY
      if (session?.lost.aborted !== false) session = openReplicaSession({ url, ...deps })
      if (isUsed()) enter('used')
      else if (history.isLate(position)) enter('late')
    } catch (error) {
      lose(error)
      if (!isClosed) enter('away', error)
    }
  }
  return {
    handles: (needed) =>
      session && isUsed() && (needed === null || replayed >= needed) ? session.handles : null,
    figures: () => ({
      name: host,
      isUsed: isUsed(),
      lagSeconds: isUsed() ? lagMs() / 1_000 : null,
    }),
    measure: () => (measuring ??= measure().finally(() => (measuring = undefined))),
    async close() {
      isClosed = true
      lose(new Error('the process stops'))
      await Promise.all([session?.closed, probe.close()])
    },
  }
}

type State = 'unknown' | 'used' | 'away' | 'late' | 'not_a_replica'

/** One line for each change of state. */
function createStateLog(log: Logger, replica: string): (next: State, error?: unknown) => void {
  let state: State = 'unknown'
  return (next, error) => {
    if (next === state) return
    state = next
    if (next === 'used')
      return log.info({ event: 'db.replica_used', replica }, 'a replica is used for reads')
    const reason = error instanceof Error ? error.message : undefined
    log.warn(
      { event: 'db.replica_unused', replica, state, ...(reason !== undefined && { reason }) },
      'a replica is not used: its reads go to the primary',
    )
  }
}
