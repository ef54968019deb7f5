import { getPriority, setPriority } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import pg from 'pg'
import { preparedNameOf } from './prepared.ts'
import { isCancellable, type QueryCancellation, runCancellable } from './query-cancellation.ts'
import { refuseInsideScope } from './transaction.ts'

type PoolOptions = {
  url: string
  max: number
  /**
   * The client's own deadline for every query; 0 = none. Queries must fail when the database hangs,
   * not wait for ever.
   */
  queryTimeoutMs: number
  /** Its sessions are processes of this machine, and of this user. */
  isOwnServer: boolean
}

const CONNECT_WITHIN_MS = 5_000
/**
 * PostgreSQL's timeout is a little shorter than the client's, so that an abandoned query does not
 * keep running.
 */
const SERVER_MARGIN = 0.9
/** A session keeps what it has ever looked up: open files, plans, descriptions of tables. */
const SESSION_ENDS_AFTER_SECONDS = 15 * 60

export function createPool(
  { url, max, queryTimeoutMs, isOwnServer }: PoolOptions,
  onLoss: (error: Error) => void,
): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    // As start-up options, because a SET would have to be repeated on every connection.
    options: `-c timezone=UTC -c statement_timeout=${Math.round(queryTimeoutMs * SERVER_MARGIN)} -c idle_in_transaction_session_timeout=60000`,
    max,
    types: valueParsers,
    query_timeout: queryTimeoutMs,
    connectionTimeoutMillis: CONNECT_WITHIN_MS,
    idleTimeoutMillis: 60_000,
    maxLifetimeSeconds: SESSION_ENDS_AFTER_SECONDS,
    keepAlive: true,
    application_name: 'storedawn',
  })
  pool.on('error', () => undefined) // the client's own listener below logs it
  // The pool listens only to idle clients: an error between two queries of a transaction would end
  // the process.
  pool.on('connect', (client) => client.on('error', onLoss))
  if (isOwnServer) pool.on('connect', sharePriority)
  return pool
}

/** A session works for this process, so it runs at the same priority. */
function sharePriority(session: pg.PoolClient): void {
  const nice = getPriority()
  if (nice === 0 || !('processID' in session) || typeof session.processID !== 'number') return
  try {
    setPriority(session.processID, nice)
  } catch {
    // It has ended, or a server that root started long ago belongs to another user.
  }
}

/** SQLSTATE */
const DISK_FULL = '53100'

type GuardOptions = {
  onDiskFull: () => void
  /** Cancels read-only statements when their caller leaves. */
  cancellation?: QueryCancellation | undefined
}

/**
 * The pool as queries use it: refuses the outer handle inside a transaction, waits out a restart,
 * drops connections whose state is unknown.
 */
export function guardPool(
  pool: Pick<pg.Pool, 'options' | 'end'>,
  connect: RetryingConnect['connect'],
  { onDiskFull, cancellation }: GuardOptions,
): PostgresPool {
  return {
    options: pool.options,
    async connect() {
      refuseInsideScope()
      return guardClient(await connect(), connect, { onDiskFull, cancellation })
    },
    end: () => pool.end(),
  }
}

/**
 * A read-only query may be repeated when its progress is unknown; a transaction that begins holds
 * nothing yet.
 */
const CHANGES_NOTHING = /^\s*(select|begin|start transaction)\b/i
const BEGINS_TRANSACTION = /^\s*(begin|start transaction)\b/i
/** How many broken idle connections a caller skips. */
const MAX_RECONNECTS = 3

type Parameters = readonly unknown[]

/**
 * After a query that missed its deadline the connection still waits for an answer, and may have a
 * transaction open; pg would hand it to the next caller. It is closed instead, which also makes
 * PostgreSQL roll back.
 */
function guardClient(
  initialClient: pg.PoolClient,
  connect: RetryingConnect['connect'],
  { onDiskFull, cancellation }: GuardOptions,
): PostgresPoolClient {
  let client: pg.PoolClient | null = initialClient
  let isInDoubt = false
  let isUsed = false
  let isInTransaction = false

  function send(client: pg.PoolClient, sql: string, parameters: Parameters) {
    const [name, values] = [preparedNameOf(sql), [...parameters]]
    const run = () =>
      name === undefined ? client.query(sql, values) : client.query({ name, text: sql, values })
    isInTransaction ||= BEGINS_TRANSACTION.test(sql)
    if (!cancellation || isInTransaction || !isCancellable(sql)) return run()
    return runCancellable(cancellation, client, run)
  }
  async function sendWithReconnect(
    sql: string,
    parameters: Parameters,
    reconnects: number,
  ): Promise<pg.QueryResult> {
    client ??= await connect()
    try {
      return await send(client, sql, parameters)
    } catch (error) {
      if (reconnects === 0 || !isConnectionLoss(error)) throw error
      client.release(true)
      client = null
      return sendWithReconnect(sql, parameters, reconnects - 1)
    }
  }
  async function runQuery<Row>(sql: string, parameters: Parameters) {
    const mayReconnect = !isUsed && CHANGES_NOTHING.test(sql)
    isUsed = true
    try {
      return typeRows<Row>(
        await sendWithReconnect(sql, parameters, mayReconnect ? MAX_RECONNECTS : 0),
      )
    } catch (error) {
      if (isDeadlineError(error)) isInDoubt = true
      if ((error as { code?: unknown }).code === DISK_FULL) onDiskFull()
      throw error
    }
  }
  function query<Row>(sql: string, parameters: Parameters): Promise<PostgresQueryResult<Row>>
  function query<Row>(cursor: PostgresCursor<Row>): PostgresCursor<Row>
  function query(first: unknown, parameters: Parameters = []): unknown {
    if (typeof first !== 'string') throw new Error('cursors are not used in this product')
    return runQuery(first, parameters)
  }
  return { query, release: () => client?.release(isInDoubt) }
}

// pg leaves the rows untyped; Kysely knows their type from the query.
const typeRows = <Row>(result: pg.QueryResult) => result as unknown as PostgresQueryResult<Row>

const isDeadlineError = (error: unknown) =>
  error instanceof Error && error.message === 'Query read timeout'

/**
 * PostgreSQL restarts within a few seconds; callers that only need a connection can wait for that.
 */
const RECONNECT_WITHIN_MS = 8_000
const POLL_MS = 100
/** For this long after its return the server still serves the callers that waited. */
const CATCH_UP_MS = 10_000

type RetryingConnect = {
  /** Waits out a restart. */
  connect: () => Promise<pg.PoolClient>
  /** PostgreSQL refuses connections, or has accepted them again for only a few seconds. */
  isUnavailable: () => boolean
}

type ClientSource = Pick<pg.Pool, 'connect'>

/**
 * Retries only getting a connection. One caller polls for PostgreSQL's return, so that the others
 * do not hold it up.
 */
export function createRetryingConnect(pool: ClientSource): RetryingConnect {
  let returning: Promise<void> | undefined
  let refusedAtMs = Number.NEGATIVE_INFINITY

  const pollUntilReady = async () => {
    while (true) {
      await sleep(POLL_MS)
      try {
        return (await pool.connect()).release()
      } catch (error) {
        // On any other error, each waiting caller sees the error from its attempt.
        if (!isConnectionLoss(error)) return
        refusedAtMs = performance.now()
      }
    }
  }
  const waitForReturn = (maxWaitMs: number) => {
    returning ??= pollUntilReady().finally(() => (returning = undefined))
    return Promise.race([returning, sleep(maxWaitMs)])
  }

  return {
    async connect() {
      const deadlineMs = performance.now() + RECONNECT_WITHIN_MS
      if (returning) await waitForReturn(RECONNECT_WITHIN_MS)
      while (true) {
        try {
          return await pool.connect()
        } catch (error) {
          const leftMs = deadlineMs - performance.now()
          if (!isConnectionLoss(error) || leftMs <= 0) throw error
          refusedAtMs = performance.now()
          await waitForReturn(leftMs)
        }
      }
    },
    isUnavailable: () => performance.now() - refusedAtMs < CATCH_UP_MS,
  }
}

// PostgreSQL: stopped by an administrator, stopped because another process crashed, starting up.
const LOSS_CODES = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', '57P01', '57P02', '57P03'])
/** The driver's own errors carry no code. */
const LOSS_MESSAGES = /^Connection terminated unexpectedly$|is not queryable$/

export function isConnectionLoss(error: unknown): boolean {
  const { code, message } = error as NodeJS.ErrnoException
  return LOSS_CODES.has(code ?? '') || LOSS_MESSAGES.test(message)
}

const INT8 = 20
const DATE = 1082
const TIMESTAMPTZ = 1184
const INT8_ARRAY = 1016
const DATE_ARRAY = 1182

/** Ids and counts stay far below 2^53; a value beyond it must not be rounded silently. */
function parseInt8(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new Error(`${text} is too large for a number`)
  return value
}

/** Numbers and days need no quotes in an array's text. One dimension is enough here. */
const parseTexts = (text: string): (string | null)[] =>
  text === '{}'
    ? []
    : text
        .slice(1, -1)
        .split(',')
        .map((item) => (item === 'NULL' ? null : item))

const parseAnyMoment = pg.types.getTypeParser(TIMESTAMPTZ)

/** Sessions write UTC. The driver's parser, for moments in all forms, takes twice as long. */
const parseMoment = (text: string): unknown =>
  text[4] === '-' && text.endsWith('+00')
    ? new Date(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`)
    : parseAnyMoment(text)

type ValueParser = (text: string) => unknown

const PARSERS = new Map<number, ValueParser>([
  [INT8, parseInt8],
  // A civil day has no time zone: as a Date it would shift in every zone but UTC.
  [DATE, (text) => text],
  [TIMESTAMPTZ, parseMoment],
  [INT8_ARRAY, (text) => parseTexts(text).map((item) => (item === null ? null : parseInt8(item)))],
  [DATE_ARRAY, parseTexts],
])

/**
 * How values arrive from the database: int8 as number, date as YYYY-MM-DD, timestamptz as Date,
 * numeric as text.
 */
const valueParsers: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    (format !== 'binary' && PARSERS.get(oid)) || pg.types.getTypeParser(oid, format),
}
