/**
 * GET /api/stores and GET /api/public/stats through HTTP on 100,000 stores, compared with the bare
 * SQL of the same answers in the same run. On PostgreSQL. `node bench/list-query.ts`
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Pool } from 'pg'
import { addDays, type Day } from '#contracts/dates.ts'
import { parseConfig } from '#server/platform/config.ts'
import type { ServerContext } from '#server/create-context.ts'
import { createLog } from '#server/platform/log.ts'
import { runServer } from '#server/run-server.ts'
import { signIn } from '#testing/demo-client.ts'
import { insertUser, TEST_PASSWORD } from '#testing/factories.ts'
import { startPostgresServer } from '#testing/postgres-server.ts'
import { fillStores, LAST_DAY } from './fill-stores.ts'

const STORES = 100_000
const ROUNDS = 150
const WARM_UP = 20
const EMAIL = 'bench@example.test'

type Case = { name: string; path: string; sql: string[] }

const rows = (where: string) =>
  `select * from stores where launch_status = 'new' and ${where} order by found_day desc, found_at desc, id desc limit 26`
const count = (where: string) =>
  `select count(*) from stores where launch_status = 'new' and ${where}`
const leads = (where: string) => `${count(where)} and email is not null`
const trends = (where: string) =>
  `select count(*) from (select distinct store_id, product_id from product_trends where ${where}) t`

function casesFor({ name, from, to }: { name: string; from: Day; to: Day }): Case[] {
  const range = `dateRangeFrom=${from}&dateRangeTo=${to}`
  const between = (column: string) => `${column} between '${from}' and '${to}'`
  const found = between('found_day')
  return [
    {
      name: `stores, ${name}`,
      path: `/api/stores?size=25&${range}`,
      sql: [rows(found), count(found)],
    },
    {
      name: `stats, ${name}`,
      path: `/api/public/stats?${range}`,
      sql: [count(found), leads(found), trends(between('day'))],
    },
  ]
}

const cases = [
  { name: '1 day', from: LAST_DAY, to: LAST_DAY },
  { name: '7 days', from: addDays(LAST_DAY, -6), to: LAST_DAY },
  { name: '90 days', from: addDays(LAST_DAY, -89), to: LAST_DAY },
].flatMap(casesFor)

const say = (line: string) => process.stdout.write(`${line}\n`)

async function benchEngine(engine: string, database: { DATABASE_URL?: string }): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'storedawn-bench-'))
  const config = parseConfig({ DATA_DIR: dataDir, PORT: '0', ROLES: 'api', ...database })
  const server = await runServer({
    config,
    overrides: { log: createLog({ LOG_LEVEL: 'error' }) },
    beforeRoles: prepare,
  })
  try {
    say(`${STORES.toLocaleString('en')} stores, ${engine}`)
    for (const one of cases) await benchCase(server.address ?? '', server.ctx.database.pool, one)
  } finally {
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function prepare(ctx: ServerContext): Promise<void> {
  await insertUser(ctx, { role: 'PRO_USER', email: EMAIL })
  await ctx.database.withoutDeadline((db) => fillStores(db, STORES))
}

async function benchCase(origin: string, pool: Pool, { name, path, sql }: Case): Promise<void> {
  const client = await signIn(origin, EMAIL, TEST_PASSWORD)
  const http = await measure(() => client.get(path))
  const bare = await measure(() => Promise.all(sql.map((text) => pool.query(text))))
  say(
    `  ${name.padEnd(16)} HTTP ${describe(http)}   bare SQL ${describe(bare)}   ratio of p50 ${(http.p50 / bare.p50).toFixed(2)}`,
  )
}

type Times = { p50: number; p95: number }

async function measure(work: () => Promise<unknown>): Promise<Times> {
  for (let n = 0; n < WARM_UP; n++) await work()
  const times: number[] = []
  for (let n = 0; n < ROUNDS; n++) {
    const startedAt = performance.now()
    await work()
    times.push(performance.now() - startedAt)
  }
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.floor(times.length * share)] ?? Number.NaN
  return { p50: at(0.5), p95: at(0.95) }
}

const describe = ({ p50, p95 }: Times) =>
  `p50 ${p50.toFixed(1).padStart(6)} ms, p95 ${p95.toFixed(1).padStart(6)} ms`

await using postgres = await startPostgresServer()
await benchEngine(`PostgreSQL ${postgres.version}`, { DATABASE_URL: postgres.url })
