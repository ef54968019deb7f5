import type { PostgresPool, PostgresCursor, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import type { Logger } from 'pino'
import type { Config } from '#server/platform/config.ts'
import { createKysely, type OpenDatabase, sessionOptions } from '#server/platform/db/client.ts'
import {
  createPool,
  guardPool,
  isConnectionLoss,
  BEGINS_TRANSACTION,
} from '#server/platform/db/postgres-pool.ts'
import { createCanceller } from '#server/platform/db/query-cancellation.ts'
import type { Db } from '#server/platform/db/schema.ts'
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

/**
 * The connections to a replica from the moment that it answers until it is lost. A replica that
 * returns gets new ones.
 */
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

export function openReplicaSession({
  url,
  config,
  database,
  log,
  onRepeat,
}: SessionOptions): ReplicaSession {
  const lost = new AbortController()
  const { promise: closed, resolve } = Promise.withResolvers<unknown>()
  const lose = (error: unknown) => {
    if (lost.signal.aborted) return
    lost.abort(error)
    resolve(Promise.allSettled([pool.end(), canceller.close()]))
  }
  const pool = openReadOnlyPool(
    { url, max: config.DATABASE_POOL, queryTimeoutMs: QUERY_TIMEOUT_MS },
    lose,
  )
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

const refuse = () =>
  Promise.reject(new ReplicaUnreachableError('the replica did not finish the query'))

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

/**
 * Asks a replica for its position on a dedicated connection, because the query connections may all
 * be busy.
 */
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

/** No connection to the replica: it is unavailable, or all are in use. */
export class ReplicaUnreachableError extends Error {}

type Parts = {
  replica: PostgresPool
  primary: PostgresPool
  /** Aborted when the replica is lost: queries in progress there will never be answered. */
  lost: AbortSignal
  /** Called when a connection to the replica breaks. */
  lose: (error: unknown) => void
  /** Called before a query runs on the primary because the replica failed. */
  onRepeat: () => void
}

/**
 * Connections for reads: a query that the replica could not finish runs once more on the primary,
 * and so do all after the replica is lost.
 */
export function createReplicaPool(parts: Parts): PostgresPool {
  return {
    options: parts.replica.options,
    connect: async () => createReplicaClient(parts),
    // Many handles share the connections, so no handle may close them.
    end: async () => undefined,
  }
}

type Query = { sql: string; parameters: readonly unknown[] }

function createReplicaClient({
  replica,
  primary,
  lost,
  lose,
  onRepeat,
}: Parts): PostgresPoolClient {
  let onReplica: Promise<PostgresPoolClient> | undefined
  let onPrimary: Promise<PostgresPoolClient> | undefined

  async function askPrimary<Row>({ sql, parameters }: Query): Promise<PostgresQueryResult<Row>> {
    onPrimary ??= primary.connect()
    return (await onPrimary).query<Row>(sql, parameters)
  }
  async function askReplica<Row>({ sql, parameters }: Query): Promise<PostgresQueryResult<Row>> {
    onReplica ??= replica.connect()
    return (await onReplica).query<Row>(sql, parameters)
  }
  async function run<Row>(query: Query): Promise<PostgresQueryResult<Row>> {
    // Only the primary has transactions: one that begins here is about to write.
    if (onPrimary || lost.aborted || BEGINS_TRANSACTION.test(query.sql))
      return askPrimary<Row>(query)
    try {
      return await untilAborted(lost, () => askReplica<Row>(query))
    } catch (error) {
      if (isConnectionLoss(error)) lose(error)
      if (!lost.aborted && !isReplicaFault(error)) throw error
      onRepeat()
      return askPrimary<Row>(query)
    }
  }
  function query<Row>(
    sql: string,
    parameters: readonly unknown[],
  ): Promise<PostgresQueryResult<Row>>
  function query<Row>(cursor: PostgresCursor<Row>): PostgresCursor<Row>
  function query(first: unknown, parameters: readonly unknown[] = []): unknown {
    if (typeof first !== 'string') throw new Error('cursors are not used in this product')
    return run({ sql: first, parameters })
  }
  return {
    query,
    release() {
      for (const client of [onReplica, onPrimary])
        client?.then(
          ({ release }) => release(),
          () => undefined, // it was never opened
        )
    },
  }
}

/**
 * SQLSTATE: what the replica replays removes rows that the query still needs, or waits for a lock
 * that it holds.
 */
const RECOVERY_CONFLICTS = new Set(['40001', '40P01'])

const isReplicaFault = (error: unknown) =>
  error instanceof ReplicaUnreachableError || RECOVERY_CONFLICTS.has(Object(error).code)

/** Rejects with the signal's reason as soon as it is aborted, whatever the work does then. */
async function untilAborted<Result>(
  signal: AbortSignal,
  work: () => Promise<Result>,
): Promise<Result> {
  const { promise, reject } = Promise.withResolvers<never>()
  const onAbort = () => reject(signal.reason)
  signal.addEventListener('abort', onAbort, { once: true })
  try {
    return await Promise.race([work(), promise])
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}
