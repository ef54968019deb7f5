import { setTimeout as sleep } from 'node:timers/promises'
import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import pg from 'pg'
import type { Logger } from 'pino'
import { refuseInsideScope } from '#server/db/transaction-scope.ts'
import { valueParsers } from '#server/db/value-parsers.ts'

export type PoolOptions = {
  connection: pg.PoolConfig
  max: number
  /** Own deadline of every query; 0 = none. A database that hangs must make queries fail, not wait for ever. */
  queryTimeoutMs: number
}

const CONNECT_WITHIN_MS = 5_000
/** PostgreSQL restarts within a few seconds; whoever only wants a connection can wait for that. */
const RECONNECT_WITHIN_MS = 8_000
const RECONNECT_EVERY_MS = 150

export function createPool({ connection, max, queryTimeoutMs }: PoolOptions, log: Logger): pg.Pool {
  const pool = new pg.Pool({
    ...connection,
    max,
    types: valueParsers,
    query_timeout: queryTimeoutMs,
    connectionTimeoutMillis: CONNECT_WITHIN_MS,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    application_name: 'storedawn',
  })
  const noteLoss = (error: Error) => {
    log.warn({ event: 'db.connection_lost', reason: error.message }, 'a database connection was lost')
  }
  pool.on('error', () => undefined) // said by the client itself, below
  // The pool listens only to clients that nobody uses: one lost between two queries of a transaction would end the process.
  pool.on('connect', (client) => client.on('error', noteLoss))
  return pool
}

/** The pool as queries use it: refuses the outer handle inside a transaction, waits out a restart, drops connections in doubt. */
export function guardPool(pool: pg.Pool): PostgresPool {
  return {
    options: pool.options,
    async connect() {
      refuseInsideScope()
      return guardClient(await connectPatiently(pool))
    },
    end: () => pool.end(),
  }
}

/** Only getting a connection is tried again; a query may have had its effect. */
async function connectPatiently(pool: pg.Pool): Promise<pg.PoolClient> {
  const deadline = Date.now() + RECONNECT_WITHIN_MS
  while (true) {
    try {
      return await pool.connect()
    } catch (error) {
      if (!isRestarting(error) || Date.now() > deadline) throw error
      await sleep(RECONNECT_EVERY_MS)
    }
  }
}

const CANNOT_CONNECT_NOW = '57P03'
const SHUTTING_DOWN = '57P01'
const RESTART_CODES = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', CANNOT_CONNECT_NOW, SHUTTING_DOWN])

function isRestarting(error: unknown): boolean {
  const { code, message } = error as NodeJS.ErrnoException
  return RESTART_CODES.has(code ?? '') || message === 'Connection terminated unexpectedly'
}

/**
 * After a query that missed its deadline the connection still waits for an answer, and may have a transaction open; pg would hand it
 * to the next caller. It is closed instead, which also makes PostgreSQL roll back.
 */
function guardClient(client: pg.PoolClient): PostgresPoolClient {
  let isInDoubt = false
  async function runQuery<Row>(
    sql: string,
    parameters: readonly unknown[],
  ): Promise<PostgresQueryResult<Row>> {
    try {
      return typeRows<Row>(await client.query(sql, [...parameters]))
    } catch (error) {
      if (isDeadline(error)) isInDoubt = true
      throw error
    }
  }
  function query<Row>(sql: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<Row>>
  function query<Row>(cursor: PostgresCursor<Row>): PostgresCursor<Row>
  function query(first: unknown, parameters: readonly unknown[] = []): unknown {
    if (typeof first !== 'string') throw new Error('cursors are not used in this product')
    return runQuery(first, parameters)
  }
  return { query, release: () => client.release(isInDoubt) }
}

// pg leaves the rows untyped; Kysely knows their type from the query.
const typeRows = <Row>(result: pg.QueryResult) => result as unknown as PostgresQueryResult<Row>

export const isDeadline = (error: unknown) => error instanceof Error && error.message === 'Query read timeout'
