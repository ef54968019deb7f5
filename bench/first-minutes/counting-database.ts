import pg from 'pg'
import { openLocalPostgres } from '#server/platform/db/local-postgres/local-postgres.ts'
import { createTestLog } from '#testing/test-log.ts'
import { type Usage, usageOfTree } from '../process-usage.ts'

export type StatementTime = { share: number; calls: number; ms: number; rows: number; text: string }
/** What a first start has yet to do. */
export type WorkLeft = Record<'visits' | 'walks' | 'matches' | 'trends' | 'assessments', number>

/** The product's own PostgreSQL, opened before the product, with a count of each statement. */
export type CountingDatabase = AsyncDisposable & {
  processes: () => Usage[]
  readWorkLeft: () => Promise<WorkLeft>
  /** Those that took longest since the last call; `share`: of all statements' time. */
  takeStatements: (limit: number) => Promise<StatementTime[]>
}

const MOST_STATEMENTS = '5000'

/** The product takes over a server that runs on its folder. */
export async function openCountingDatabase(dataDir: string): Promise<CountingDatabase> {
  const server = await openLocalPostgres({
    dataDir,
    log: createTestLog().log,
    use: 'tool',
    settings: {
      shared_preload_libraries: 'pg_stat_statements',
      'pg_stat_statements.max': MOST_STATEMENTS,
    },
  })
  const client = new pg.Client({ connectionString: server.url })
  await client.connect()
  await client.query('create extension pg_stat_statements')
  return {
    processes: () => usageOfTree(server.pid()),
    async readWorkLeft() {
      const { rows } = await client.query<WorkLeft>(WORK_LEFT)
      return rows[0] ?? { visits: 0, walks: 0, matches: 0, trends: 0, assessments: 0 }
    },
    async takeStatements(limit) {
      const { rows } = await client.query<StatementTime>(STATEMENTS, [limit])
      await client.query('select pg_stat_statements_reset()')
      return rows
    },
    async [Symbol.asyncDispose]() {
      await client.end()
      await server.close()
    },
  }
}

const WORK_LEFT = `
  select (select count(*) from candidates where stage = 'visit' and outcome is null and due_at is not null)::integer as visits,
    (select count(*) from catalogue_walks where due_at <= now())::integer as walks,
    (select count(*) from products where match_due)::integer as matches,
    ((select count(*) from trend_queue) + (select count(*) from trend_invalidations where from_day is not null))::integer as trends,
    (select count(*) from assessment_requests)::integer as assessments`

const STATEMENTS = `
  select total_exec_time / sum(total_exec_time) over () as share, calls::integer, total_exec_time as ms, rows::integer,
    regexp_replace(query, '\\s+', ' ', 'g') as text
  from pg_stat_statements order by total_exec_time desc limit $1`
