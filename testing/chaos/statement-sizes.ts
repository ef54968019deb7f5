/**
 * Runs the demo on a throwaway PostgreSQL for some minutes and checks every statement by the work it does: `node
 * testing/chaos/statement-sizes.ts [minutes]`, 15 by default. Counts buffers and rows instead of time: on a busy machine `select 1` takes
 * half a second.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { startPostgresServer } from '#testing/postgres-server.ts'
import { spawnDemo } from '#testing/run-demo.ts'

const MINUTES = Number(process.argv[2] ?? 15)
/** Buffers of 8 kB per call on average: about 100 ms on an idle machine. */
const MOST_BUFFERS = 20_000
/** No caller waits for statements that run only at startup. */
const LEAST_CALLS = 5
const MOST_WRITES_PER_ROW = 1.5

const say = (line: string) => process.stdout.write(`${line}\n`)

type Statement = { calls: number; buffers: number; meanMs: number; query: string }

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

/** @returns writes of `product_trends` per remaining row */
async function readWrites(client: pg.Client): Promise<{ rows: number; writes: number }> {
  const { rows } = await client.query<{ rows: number; writes: number }>(
    `select (select count(*) from product_trends)::integer as rows, (n_tup_ins + n_tup_upd + n_tup_del)::integer as writes
    from pg_stat_user_tables where relname = 'product_trends'`,
  )
  return rows[0] ?? { rows: 0, writes: 0 }
}

async function judge(client: pg.Client): Promise<string[]> {
  const statements = await readStatements(client)
  say('   calls   buffers   mean ms   statement')
  for (const { calls, buffers, meanMs, query } of statements)
    say(
      `${String(calls).padStart(8)}${String(buffers).padStart(10)}${meanMs.toFixed(1).padStart(10)}   ${query}`,
    )
  const { rows, writes } = await readWrites(client)
  say(`product_trends: ${rows} rows, written ${writes} times`)
  return [
    ...statements.flatMap(({ buffers, query }) =>
      buffers > MOST_BUFFERS ? [`${buffers} buffers a call: ${query}`] : [],
    ),
    ...(rows === 0 ? ['nothing was trending'] : []),
    ...(writes > MOST_WRITES_PER_ROW * rows ? [`${writes} writes for ${rows} rows of product_trends`] : []),
  ]
}

await using server = await startPostgresServer({ shared_preload_libraries: 'pg_stat_statements' })
const client = new pg.Client({ connectionString: server.url })
await client.connect()
await client.query('create extension pg_stat_statements')
const dataDir = await mkdtemp(join(tmpdir(), 'storedawn-statements-'))
const demo = spawnDemo({ DATABASE_URL: server.url, DATA_DIR: dataDir })
try {
  await demo.ready
  await sleep(MINUTES * 60_000)
  const problems = await judge(client)
  for (const problem of problems) say(`✗ ${problem}`)
  process.exitCode = problems.length > 0 ? 1 : 0
} finally {
  await demo.stop()
  await client.end()
  await rm(dataDir, { recursive: true, force: true })
}
