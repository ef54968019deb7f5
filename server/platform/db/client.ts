import { Kysely, type LogEvent, PostgresDialect, type PostgresPool, sql } from 'kysely'
import type pg from 'pg'
import type { Logger } from 'pino'
import type { Config } from '#server/platform/config.ts'
import { openLocalPostgres } from './local-postgres/local-postgres.ts'
import { describeError } from '#server/platform/errors.ts'
import { recordStatement } from '#server/platform/tracing/tracing.ts'
import { DatabaseUnusableError } from './errors.ts'
import { createListener, type Listen } from './notices.ts'
import { createRetryingConnect, createPool, guardPool } from './postgres-pool.ts'
import { createCanceller } from './query-cancellation.ts'
import { type AdmitDatabase, refuseDemo } from './refuse-demo.ts'
import type { Database, Db } from './schema.ts'

export type OpenDatabase = {
  db: Db
  /**
   * The same database for one request: its reads are cancelled when the signal aborts; its writes
   * run to completion.
   */
  dbWithSignal: (signal: AbortSignal) => Db
  /** For pg-boss only; all other code uses `db`. */
  pool: pg.Pool
  listen: Listen
  /**
   * The database is unavailable, or was until recently: calls wait for it or for the calls queued
   * before them.
   */
  isUnavailable: () => boolean
  /** A write was refused for lack of disk space within the last seconds. */
  isDiskFull: () => boolean
  /**
   * Runs work that may take long (migrations) on its own connection, without the query deadline.
   */
  withoutDeadline: <Result>(work: (db: Db) => Promise<Result>) => Promise<Result>
  close: () => Promise<void>
}

const QUERY_TIMEOUT_MS = 30_000
const SLOW_QUERY_MS = 250

type OpenOptions = {
  queryTimeoutMs?: number
  admit?: AdmitDatabase | undefined
  /** The product started the server of `DATABASE_URL`. */
  isOwnServer?: boolean | undefined
}

/**
 * Without `DATABASE_URL` this opens the PostgreSQL of `DATA_DIR`, even while a running product has
 * it open.
 */
export async function openDatabase(
  config: Pick<Config, 'DATABASE_URL' | 'DATABASE_POOL' | 'DATA_DIR'>,
  log: Logger,
  { queryTimeoutMs = QUERY_TIMEOUT_MS, admit = refuseDemo, isOwnServer = false }: OpenOptions = {},
): Promise<OpenDatabase> {
  const local = config.DATABASE_URL
    ? null
    : await openLocalPostgres({ dataDir: config.DATA_DIR, log, use: 'tool' })
  const url = config.DATABASE_URL ?? local?.url ?? ''
  const open = (max: number, timeoutMs: number) =>
    createPool({ url, max, queryTimeoutMs: timeoutMs, isOwnServer }, (error) =>
      log.warn(
        { event: 'db.connection_lost', reason: error.message },
        'a database connection was lost',
      ),
    )
  const pool = open(config.DATABASE_POOL, queryTimeoutMs)
  const { connect, isUnavailable } = createRetryingConnect(pool)
  const { recordFull: onDiskFull, isFull: isDiskFull } = createDiskMonitor(log)
  const canceller = createCanceller(url)
  const { listen, close: endListening } = createListener(connect)
  const guarded = (signal?: AbortSignal) =>
    guardPool(pool, connect, {
      onDiskFull,
      cancellation: signal && { signal, cancel: canceller.cancel },
    })
  const db = createKysely(guarded(), log)
  const close = async () => {
    await canceller.close()
    await endListening()
    await db.destroy()
    await local?.close()
  }
  try {
    await checkPostgres(db, url)
    await admit(db)
  } catch (error) {
    await close()
    throw error
  }
  return {
    db,
    dbWithSignal: (signal) => createKysely(guarded(signal), log),
    pool,
    listen,
    isUnavailable,
    isDiskFull,
    withoutDeadline: async (work) => {
      const ownPool = open(2, 0)
      const { connect } = createRetryingConnect(ownPool)
      const ownDb = createKysely(guardPool(ownPool, connect, { onDiskFull }), log)
      return work(ownDb).finally(() => ownDb.destroy())
    },
    close,
  }
}

const MIN_POSTGRES_VERSION = 15

/** @throws DatabaseUnusableError */
async function checkPostgres(db: Db, url: string): Promise<void> {
  const { host, pathname } = new URL(url)
  const refuse = (why: string, cause?: unknown) =>
    new DatabaseUnusableError(`PostgreSQL at ${host}${pathname} cannot be used: ${why}`, { cause })
  const version = await sql<{ major: number }>`
    select current_setting('server_version_num')::integer / 10000 as major`
    .execute(db)
    .catch((error: unknown) => {
      throw refuse(describeError(error), error)
    })
  const major = version.rows[0]?.major ?? 0
  if (major < MIN_POSTGRES_VERSION)
    throw refuse(`it is version ${major}, needed is ${MIN_POSTGRES_VERSION} or newer`)
}

function createKysely(pool: PostgresPool, log: Logger): Db {
  return new Kysely<Database>({
    dialect: new PostgresDialect({ pool }),
    log(event) {
      recordStatement(event.query.sql, event.queryDurationMillis, event.level === 'error')
      logSlowQuery(event, log)
    },
  })
}

/**
 * The disk counts as full for this long after the last refused write: discovery writes every few
 * seconds.
 */
const DISK_FULL_FOR_MS = 10_000

function createDiskMonitor(log: Logger) {
  let fullAtMs = Number.NEGATIVE_INFINITY
  const isFull = () => performance.now() - fullAtMs < DISK_FULL_FOR_MS
  return {
    isFull,
    recordFull() {
      if (!isFull())
        log.error({ event: 'db.disk_full' }, 'the disk is full: the database cannot write')
      fullAtMs = performance.now()
    },
  }
}

/** Enough to recognise a query; whole ones fill a terminal. */
const LOGGED_SQL_CHARS = 300

/** The text of the query has no values in it: those are parameters. */
function logSlowQuery(event: LogEvent, log: Logger): void {
  if (event.queryDurationMillis < SLOW_QUERY_MS) return
  const durationMs = Math.round(event.queryDurationMillis)
  const sql = event.query.sql.replaceAll(/\s+/g, ' ').trim().slice(0, LOGGED_SQL_CHARS)
  log.warn({ event: 'db.slow_query', durationMs, sql }, 'slow query')
}
