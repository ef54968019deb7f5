/**
 * Runs the demo on a throwaway PostgreSQL for some minutes and checks every statement by the work
 * it does: `node testing/chaos/statement-sizes.ts [minutes]`, 15 by default.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { spawnDemo } from '#testing/run-demo.ts'
import { type CountingServer, describeLarge, startCountingServer } from './statement-work.ts'

const MINUTES = Number(process.argv[2] ?? 15)
const MOST_WRITES_PER_ROW = 1.5

const say = (line: string) => process.stdout.write(`${line}\n`)

/** @returns writes of `product_trends` per remaining row */
async function readWrites({ client }: CountingServer): Promise<{ rows: number; writes: number }> {
  const { rows } = await client.query<{ rows: number; writes: number }>(
    `select (select count(*) from product_trends)::integer as rows, (n_tup_ins + n_tup_upd + n_tup_del)::integer as writes
    from pg_stat_user_tables where relname = 'product_trends'`,
  )
  return rows[0] ?? { rows: 0, writes: 0 }
}

async function judge(server: CountingServer): Promise<string[]> {
  const statements = await server.readStatements()
  say('   calls   buffers   mean ms   statement')
  for (const { calls, buffers, meanMs, query } of statements)
    say(
      `${String(calls).padStart(8)}${String(buffers).padStart(10)}${meanMs.toFixed(1).padStart(10)}   ${query}`,
    )
  const { rows, writes } = await readWrites(server)
  say(`product_trends: ${rows} rows, written ${writes} times`)
  return [
    ...describeLarge(statements),
    ...(rows === 0 ? ['nothing was trending'] : []),
    ...(writes > MOST_WRITES_PER_ROW * rows
      ? [`${writes} writes for ${rows} rows of product_trends`]
      : []),
  ]
}

await using server = await startCountingServer()
const dataDir = await mkdtemp(join(tmpdir(), 'storedawn-statements-'))
const demo = spawnDemo({ DATABASE_URL: server.url, DATA_DIR: dataDir })
try {
  await demo.ready
  await sleep(MINUTES * 60_000)
  const problems = await judge(server)
  for (const problem of problems) say(`✗ ${problem}`)
  process.exitCode = problems.length > 0 ? 1 : 0
} finally {
  await demo.stop()
  await rm(dataDir, { recursive: true, force: true })
}
