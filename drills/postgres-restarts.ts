/**
 * Restarts PostgreSQL ten times under fifty calls a second, half of them writes: six times cleanly,
 * twice immediately, and twice by killing one of its processes. At most one call in a hundred may
 * fail, all calls must be back to normal after ten seconds, and no acknowledged write may be
 * missing. Long-lived parts (event stream, leases of the stages, jobs) must continue as well. Options:
 * `--restarts 10 --every 15`. On a throwaway cluster; exits with 1 on a failure.
 * Conformance: check-77
 */
import type { UserId } from '#contracts/ids.ts'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import pg from 'pg'
import { purgeUnverified } from '#server/accounts/sign-up/unverified-accounts.ts'
import { createContext, type ServerContext } from '#server/create-context.ts'
import { parseConfig } from '#server/platform/config.ts'
import { createLog } from '#server/platform/log.ts'
import { createSessions } from '#server/platform/session/sessions.ts'
import { isAnswering } from '#testing/database-client.ts'
import { insertStore, insertStores, insertUser } from '#testing/factories.ts'
import { DURABLE, type PostgresServer, startPostgresServer } from '#testing/postgres-server.ts'
import { median, quantile } from './equal-answers/compare-samples.ts'
import { type Call, createAsking } from './postgres-restarts/ask-api.ts'
import { followTotals } from './postgres-restarts/follow-totals.ts'
import { createKeptLedger } from './postgres-restarts/kept-ledger.ts'
import { startServer } from './postgres-restarts/start-server.ts'

const CALLS_PER_SECOND = 50
const MAX_ERROR_RATE = 0.01
const MAX_RECOVERY_MS = 10_000
/** A slower call means that the server has not recovered yet. */
const USUAL_MS = 1_000
const GOES_ON_WITHIN_MS = 60_000
const KINDS = ['fast', 'fast', 'immediate', 'fast', 'killed process'] as const

const { values } = parseArgs({
  options: {
    restarts: { type: 'string', default: '10' },
    every: { type: 'string', default: '15' },
  },
})
const restarts = Number(values.restarts)
const everyMs = Number(values.every) * 1_000
const failures: string[] = []

await using postgres = await startPostgresServer(DURABLE)
const dataDir = await mkdtemp(path.join(tmpdir(), 'storedawn-restarts-'))
const settings = {
  DATA_DIR: dataDir,
  DATABASE_URL: postgres.url,
  SCREENSHOTS: 'off',
  LOG_LEVEL: 'info',
}
const seeded = await withContext(seed)
const server = await startServer(settings)
try {
  await runRestarts()
} finally {
  const isOver = server.child.exitCode !== null
  check('the server ran to the end', !isOver)
  server.child.kill('SIGTERM')
  if (!isOver) await new Promise((resolve) => server.child.once('close', resolve))
  await rm(dataDir, { recursive: true, force: true })
}
say(failures.length === 0 ? 'proven' : `not proven: ${failures.join('; ')}`)
process.exitCode = failures.length === 0 ? 0 : 1

type Restart = { kind: (typeof KINDS)[number]; atMs: number; awayMs: number }

async function runRestarts(): Promise<void> {
  const ledger = createKeptLedger(
    seeded.people.map(({ userId }) => userId),
    seeded.storeIds,
  )
  const ask = createAsking({ ...seeded, origin: server.origin, ledger })
  const stream = followTotals(server, seeded.people[0]?.token ?? '')
  for (let number = 0; number < 50; number += 1) await ask(number) // warm up the server
  const asking = askSteadily(ask, (restarts + 0.5) * everyMs)
  const done: Restart[] = []
  for (let round = 0; round < restarts; round += 1) {
    await sleep(everyMs - (done.at(-1)?.awayMs ?? everyMs / 2))
    done.push(await restart(KINDS[round % KINDS.length] ?? 'fast'))
  }
  const calls = await asking
  expectAnswers(calls, done)
  await withContext(async (ctx) => {
    const acknowledged = calls.filter(({ isWrite, code }) => isWrite && code === 200).length
    const lost = await ledger.findLost(ctx.db)
    lost.slice(0, 5).forEach(say)
    check(
      `${acknowledged} acknowledged writes, ${lost.length} lost`,
      lost.length === 0 && acknowledged > 0,
    )
    await expectLongLived(ctx, stream)
  })
}

/**
 * Sends calls at a steady rate, whether or not answers come: a waiting call does not delay others.
 */
async function askSteadily(ask: (number: number) => Promise<Call>, forMs: number): Promise<Call[]> {
  const startMs = performance.now()
  const calls: Promise<Call>[] = []
  while (performance.now() - startMs < forMs) {
    const due = Math.floor(((performance.now() - startMs) / 1_000) * CALLS_PER_SECOND)
    while (calls.length <= due) calls.push(ask(calls.length))
    await sleep(5)
  }
  return Promise.all(calls)
}

async function restart(kind: Restart['kind']): Promise<Restart> {
  const atMs = performance.now()
  if (kind === 'killed process') await killProcessOf(postgres)
  else await postgres.restart(kind)
  return { kind, atMs, awayMs: performance.now() - atMs }
}

/**
 * PostgreSQL itself ends all other processes and recovers: it no longer trusts their shared memory.
 */
async function killProcessOf({ url }: PostgresServer): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  const ended = new Promise((resolve) => client.once('end', resolve))
  const { rows } = await client.query<{ pid: number }>(
    "select pid from pg_stat_activity where application_name = 'storedawn' and backend_type = 'client backend' limit 1",
  )
  if (!rows[0]) throw new Error('the server has no connection')
  process.kill(rows[0].pid, 'SIGKILL')
  await ended
  while (!(await isAnswering(url))) await sleep(20)
}

function expectAnswers(calls: Call[], done: Restart[]): void {
  const failed = calls.filter(isFailed)
  const rate = failed.length / calls.length
  const times = calls.map(timeOf)
  say(
    `${calls.length} calls: median ${median(times).toFixed(1)} ms, p99 ${quantile(times, 0.99).toFixed(0)} ms`,
  )
  const causes = Map.groupBy(failed, ({ what, code }) => `${code} ${what.replace(/\d+$/, '…')}`)
  for (const [cause, { length }] of causes) say(`  ${length} x ${cause}`)
  for (const [reason, count] of server.reasons) say(`  ${count} x ${reason}`)
  for (const [index, { kind, atMs, awayMs }] of done.entries()) {
    // The next restart affects calls that begin just before it.
    const untilMs = (done[index + 1]?.atMs ?? Number.POSITIVE_INFINITY) - USUAL_MS
    const touched = calls.filter(({ startedMs, endedMs }) => endedMs >= atMs && startedMs < untilMs)
    const recoveredMs = recoveryOf(touched, atMs)
    const failedCount = touched.filter(isFailed).length
    check(
      `restart ${index + 1} (${kind}): away ${awayMs.toFixed(0)} ms, ${failedCount} failed, as before after ${recoveredMs.toFixed(0)} ms`,
      recoveredMs <= MAX_RECOVERY_MS,
    )
  }
  check(
    `${failed.length} failed, ${(rate * 100).toFixed(2)} % (at most ${MAX_ERROR_RATE * 100})`,
    rate <= MAX_ERROR_RATE,
  )
}

/**
 * From the restart to the end of the last call that failed, or that began in a second with a slow
 * median call.
 */
function recoveryOf(calls: Call[], atMs: number): number {
  const seconds = Map.groupBy(calls, ({ startedMs }) => Math.floor((startedMs - atMs) / 1_000))
  const touched = [...seconds.values()].flatMap((second) =>
    median(second.map(timeOf)) > USUAL_MS ? second : second.filter(isFailed),
  )
  return Math.max(0, ...touched.map(({ endedMs }) => endedMs - atMs))
}

function isFailed({ code }: Call): boolean {
  return code !== 200
}

function timeOf({ startedMs, endedMs }: Call): number {
  return endedMs - startedMs
}

async function expectLongLived(ctx: ServerContext, stream: { total: () => number }): Promise<void> {
  const before = stream.total()
  await insertStore(ctx.db)
  await ctx.jobs.enqueue(ctx.db, purgeUnverified, {})
  check(
    'the stream of events tells of a new store',
    await comesTrue(() => stream.total() === before + 1),
  )
  check(
    'a job is done',
    await comesTrue(() =>
      hasNone(
        ctx,
        sql`
    select 1 from pgboss.job where name = ${purgeUnverified.name} and state <> 'completed'`,
      ),
    ),
  )
  check(
    'the lease of the visits is held',
    await comesTrue(() =>
      hasNone(
        ctx,
        sql`
    select 1 from leases where name = 'visits' and until < ${new Date()}`,
      ),
    ),
  )
}

async function hasNone({ db }: ServerContext, query: ReturnType<typeof sql>): Promise<boolean> {
  return (await query.execute(db)).rows.length === 0
}

async function comesTrue(holds: () => boolean | Promise<boolean>): Promise<boolean> {
  const deadline = performance.now() + GOES_ON_WITHIN_MS
  while (!(await holds())) {
    if (performance.now() > deadline) return false
    await sleep(200)
  }
  return true
}

async function seed(ctx: ServerContext) {
  const sessions = createSessions(ctx)
  const people: { userId: UserId; token: string }[] = []
  for (let number = 0; number < 20; number += 1) {
    const { userId } = await insertUser(ctx, { role: 'PLUS_USER' })
    const session = { userId, rememberMe: true, userAgent: null, network: null }
    people.push({ userId, token: (await sessions.open(ctx.db, session)).token })
  }
  const storeIds = await insertStores(
    ctx.db,
    Array.from({ length: 300 }, () => ({})),
  )
  return { people, storeIds }
}

async function withContext<Result>(work: (ctx: ServerContext) => Promise<Result>): Promise<Result> {
  const config = parseConfig({ ...settings, ROLES: 'api', LOG_LEVEL: 'error' })
  await using ctx = await createContext(config, { log: createLog(config) })
  return await work(ctx)
}

function check(text: string, holds: boolean): void {
  say(`${holds ? 'ok' : 'NO'}  ${text}`)
  if (!holds) failures.push(text)
}

function say(text: string): void {
  process.stdout.write(`${text}\n`)
}
