import pg from 'pg'
import { type PostgresServer, startPostgresServer } from '#testing/postgres-server.ts'

/** Buffers of 8 kB per call on average: about 100 ms on an idle machine. */
const MOST_BUFFERS = 20_000
/** No caller waits for statements that run only at startup. */
const LEAST_CALLS = 5

export type Statement = { calls: number; buffers: number; meanMs: number; query: string }

export type CountingServer = PostgresServer & {
  client: pg.Client
  /** Those that touch the most buffers per call, the largest first. */
  readStatements: () => Promise<Statement[]>
}

/** A throwaway PostgreSQL that counts what each statement does. */
export async function startCountingServer(): Promise<CountingServer> {
  const server = await startPostgresServer({ shared_preload_libraries: 'pg_stat_statements' })
  const client = new pg.Client({ connectionString: server.url })
  await client.connect()
  await client.query('create extension pg_stat_statements')
  return {
    ...server,
    client,
    readStatements: () => readStatements(client),
    async [Symbol.asyncDispose]() {
      await client.end()
      await server[Symbol.asyncDispose]()
    },
  }
}

async function readStatements(client: pg.Client): Promise<Statement[]> {
  const { rows } = await client.query<Statement>(
    `select calls::integer, ((shared_blks_hit + shared_blks_read) / calls)::integer as buffers, mean_exec_time as "meanMs",
      left(regexp_replace(query, '\\s+', ' ', 'g'), 110) as query
    from pg_stat_statements where dbid = (select oid from pg_database where datname = current_database()) and calls >= $1
    order by 2 desc limit 15`,
    [LEAST_CALLS],
  )
  return rows
}

/** Judged by buffers, not by time: on a busy machine `select 1` takes half a second. */
export const describeLarge = (statements: readonly Statement[]): string[] =>
  statements
    .filter(({ buffers }) => buffers > MOST_BUFFERS)
    .map(({ buffers, query }) => `${buffers} buffers a call: ${query}`)
