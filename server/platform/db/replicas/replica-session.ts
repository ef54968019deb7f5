import type { PostgresPool } from 'kysely'
import type { Logger } from 'pino'
import type { Config } from '#server/platform/config.ts'
import { createKysely, type OpenDatabase, sessionOptions } from '#server/platform/db/client.ts'
import { createPool, guardPool, isConnectionLoss } from '#server/platform/db/postgres-pool.ts'
import { createCanceller } from '#server/platform/db/query-cancellation.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { createReplicaPool, ReplicaUnreachableError } from './replica-pool.ts'
import { readReplayedPosition, type WalPosition } from './wal-position.ts'

/** Handles that read from a replica until it is lost, and from the primary from then on. */
export type ReplicaHandles = {
  /** For shared queries. */
  shared: Db
  /** For one request: its reads are cancelled when the signal aborts. */
  withSignal: (signal: AbortSignal) => Db
  /** Fails where the replica fails: for questions about the replica itself. */
  strict: Db
}

/** The connections to a replica from the moment that it answers until it is lost. A replica that returns gets new ones. */
export type ReplicaSession = {
  handles: ReplicaHandles
  /** Aborted when the replica is lost. */
  lost: AbortSignal
  lose: (error: unknown) => void
  /** Resolves when all connections of a lost replica are closed. */
  closed: Promise<unknown>
}

type SessionOptions = {
  config: Pick<Config, 'DATABASE_POOL'>
  database: OpenDatabase
  log: Logger
  url: string
  onRepeat: () => void
}

const QUERY_TIMEOUT_MS = 30_000

export function openReplicaSession({ url, config, database, log, onRepeat }: SessionOptions): ReplicaSession {
  const lost = new AbortController()
  const { promise: closed, resolve } = Promise.withResolvers<unknown>()
  const lose = (error: unknown) => {
    if (lost.signal.aborted) return
    lost.abort(error)
    resolve(Promise.allSettled([pool.end(), canceller.close()]))
  }
  const pool = openReadOnlyPool({ url, max: config.DATABASE_POOL, queryTimeoutMs: QUERY_TIMEOUT_MS }, lose)
  const canceller = createCanceller({ connectionString: url })
  const connect = () =>
    pool.connect().catch((cause: unknown) => {
      if (isConnectionLoss(cause)) lose(cause)
      throw new ReplicaUnreachableError('no connection to the replica', { cause })
    })
  const guarded = (signal?: AbortSignal) =>
    guardPool(pool, connect, {
      onDiskFull: () => undefined,
      cancellation: signal && { signal, cancel: canceller.cancel },
    })
  const open = (primary: PostgresPool, signal?: AbortSignal) =>
    createKysely(
      createReplicaPool({ replica: guarded(signal), primary, lost: lost.signal, lose, onRepeat }),
      log,
    )
  const handles = {
    shared: open(database.guarded()),
    withSignal: (signal: AbortSignal) => open(database.guarded(signal), signal),
    strict: open({ ...database.guarded(), connect: refuse }),
  }
  return { handles, lost: lost.signal, lose, closed }
}

const refuse = () => Promise.reject(new ReplicaUnreachableError('the replica did not finish the query'))

/** A replica refuses writes anyway; a server that was promoted to a primary would take them. */
const READ_ONLY = '-c default_transaction_read_only=on'

function openReadOnlyPool(
  { url, max, queryTimeoutMs }: { url: string; max: number; queryTimeoutMs: number },
  onLoss: (error: Error) => void,
) {
  const { options } = sessionOptions(queryTimeoutMs)
  const connection = { connectionString: url, options: `${options} ${READ_ONLY}` }
  return createPool({ connection, max, queryTimeoutMs }, onLoss)
}

/** A replica that takes longer to report its position counts as unavailable. */
const ANSWERS_WITHIN_MS = 1_000

/** Asks a replica for its position on a dedicated connection, because the query connections may all be busy. */
export function createReplicaProbe(url: string, log: Logger, onLoss: (error: Error) => void) {
  const pool = openReadOnlyPool({ url, max: 1, queryTimeoutMs: ANSWERS_WITHIN_MS }, onLoss)
  const db = createKysely(
    guardPool(pool, () => pool.connect(), { onDiskFull: () => undefined }),
    log,
  )
  return {
    readPosition: (): Promise<WalPosition | null> => readReplayedPosition(db),
    close: () => pool.end(),
  }
}
