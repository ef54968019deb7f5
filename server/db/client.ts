import { Kysely, type LogEvent, PostgresDialect, sql } from 'kysely'
import type pg from 'pg'
import type { Logger } from 'pino'
import type { Config } from '#server/config.ts'
import type { Db } from '#server/context.ts'
import { DatabaseUnusableError } from '#server/db/database-unusable-error.ts'
import { startEmbedded } from '#server/db/embedded/start-embedded.ts'
import { createPatientConnect, type PatientConnect } from '#server/db/patient-connect.ts'
import { createPool, guardPool } from '#server/db/postgres-pool.ts'
import type { Database } from '#server/db/schema.ts'

export type OpenDatabase = {
  engine: 'embedded' | 'postgres'
  db: Db
  /** For pg-boss; everything else goes through `db`. */
  pool: pg.Pool
  /** Whoever asks now has to wait for its return, or for others who did. */
  isAway: () => boolean
  /** Runs work that may take long (migrations) on a connection of its own, without the deadline of queries. */
  withoutDeadline: <Result>(work: (db: Db) => Promise<Result>) => Promise<Result>
  /** Settles when the embedded engine ended by itself: the server cannot go on. Never with PostgreSQL, which may come back. */
  lost: Promise<Error>
  /** The embedded engine's process. */
  pid: number | undefined
  close: () => Promise<void>
}

const QUERY_TIMEOUT_MS = 30_000
/** PostgreSQL gives up a little earlier than we do, so that the query does not run on without us. */
const SERVER_MARGIN = 0.9
const SLOW_QUERY_MS = 3_000

type OpenOptions = { queryTimeoutMs?: number }

export async function openDatabase(
  config: Pick<Config, 'DATABASE_URL' | 'DATABASE_POOL' | 'DATA_DIR'>,
  log: Logger,
  { queryTimeoutMs = QUERY_TIMEOUT_MS }: OpenOptions = {},
): Promise<OpenDatabase> {
  const source = config.DATABASE_URL
    ? connectTo(config.DATABASE_URL)
    : await startEmbedded(config.DATA_DIR).then((embedded) => ({ engine: 'embedded' as const, ...embedded }))
  const serverTimeoutMs = source.engine === 'postgres' ? Math.round(queryTimeoutMs * SERVER_MARGIN) : 0
  const open = (max: number, timeoutMs: number) =>
    createPool(
      {
        connection: {
          ...source.connection,
          ...(serverTimeoutMs > 0 && sessionOptions(timeoutMs && serverTimeoutMs)),
        },
        max,
        queryTimeoutMs: timeoutMs,
      },
      log,
    )
  const pool = open(config.DATABASE_POOL, queryTimeoutMs)
  const { connect, isAway } = createPatientConnect(pool)
  const db = createDb(pool, connect, log)
  if (config.DATABASE_URL) {
    await checkPostgres(db, config.DATABASE_URL).catch(async (error: unknown) => {
      await db.destroy()
      throw error
    })
  }
  return {
    engine: source.engine,
    db,
    pool,
    isAway,
    withoutDeadline: async (work) => {
      const own = open(2, 0)
      const patient = createDb(own, createPatientConnect(own).connect, log)
      return work(patient).finally(() => patient.destroy())
    },
    lost: source.lost,
    pid: source.pid,
    async close() {
      await db.destroy()
      await source.close()
    },
  }
}

const OLDEST_POSTGRES = 15

/** @throws DatabaseUnusableError */
async function checkPostgres(db: Db, url: string): Promise<void> {
  const { host, pathname } = new URL(url)
  const refuse = (why: string, cause?: unknown) =>
    new DatabaseUnusableError(`PostgreSQL at ${host}${pathname} cannot be used: ${why}`, { cause })
  const version = await sql<{ major: number }>`
    select current_setting('server_version_num')::integer / 10000 as major`
    .execute(db)
    .catch((error: unknown) => {
      throw refuse(describeProblem(error), error)
    })
  const major = version.rows[0]?.major ?? 0
  if (major < OLDEST_POSTGRES) throw refuse(`it is version ${major}, needed is ${OLDEST_POSTGRES} or newer`)
}

/** A name with several addresses gives one error without words around one for each address. */
function describeProblem(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(describeProblem).join('; ')
  return error instanceof Error ? error.message : String(error)
}

function connectTo(url: string) {
  return {
    engine: 'postgres' as const,
    connection: { connectionString: url },
    pid: undefined,
    lost: new Promise<Error>(() => undefined),
    close: async () => undefined,
  }
}

/** As start-up options, because a SET would have to be repeated on every connection. */
const sessionOptions = (statementTimeoutMs: number): pg.PoolConfig => ({
  options: `-c timezone=UTC -c statement_timeout=${statementTimeoutMs} -c idle_in_transaction_session_timeout=60000`,
})

function createDb(pool: pg.Pool, connect: PatientConnect['connect'], log: Logger): Db {
  return new Kysely<Database>({
    dialect: new PostgresDialect({ pool: guardPool(pool, connect) }),
    log: (event) => noteSlowQuery(event, log),
  })
}

/** The text of the query has no values in it: those are parameters. */
function noteSlowQuery(event: LogEvent, log: Logger): void {
  if (event.queryDurationMillis < SLOW_QUERY_MS) return
  const durationMs = Math.round(event.queryDurationMillis)
  log.warn({ event: 'db.slow_query', durationMs, sql: event.query.sql }, 'slow query')
}
