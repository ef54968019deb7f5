import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import { BEGINS_TRANSACTION, isConnectionLoss } from '#server/platform/db/postgres-pool.ts'

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

/** Connections for reads: a query that the replica could not finish runs once more on the primary, and so do all after the replica is lost. */
export function createReplicaPool(parts: Parts): PostgresPool {
  return {
    options: parts.replica.options,
    connect: async () => createReplicaClient(parts),
    // Many handles share the connections, so no handle may close them.
    end: async () => undefined,
  }
}

type Query = { sql: string; parameters: readonly unknown[] }

function createReplicaClient({ replica, primary, lost, lose, onRepeat }: Parts): PostgresPoolClient {
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
    if (onPrimary || lost.aborted || BEGINS_TRANSACTION.test(query.sql)) return askPrimary<Row>(query)
    try {
      return await untilAborted(lost, () => askReplica<Row>(query))
    } catch (error) {
      if (isConnectionLoss(error)) lose(error)
      if (!lost.aborted && !isReplicaFault(error)) throw error
      onRepeat()
      return askPrimary<Row>(query)
    }
  }
  function query<Row>(sql: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<Row>>
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

/** SQLSTATE: what the replica replays removes rows that the query still needs, or waits for a lock that it holds. */
const RECOVERY_CONFLICTS = new Set(['40001', '40P01'])

const isReplicaFault = (error: unknown) =>
  error instanceof ReplicaUnreachableError || RECOVERY_CONFLICTS.has(Object(error).code)

/** Rejects with the signal's reason as soon as it is aborted, whatever the work does then. */
async function untilAborted<Result>(signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
  const { promise, reject } = Promise.withResolvers<never>()
  const onAbort = () => reject(signal.reason)
  signal.addEventListener('abort', onAbort, { once: true })
  try {
    return await Promise.race([work(), promise])
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}
