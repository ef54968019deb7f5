/**
 * Does the response time reveal whether an address has an account? And what do fifty simultaneous
 * sign-ins cost? On a throwaway PostgreSQL or the server of TEST_DATABASE_URL. On a busy machine
 * the second figure means little.
 * Conformance: check-1 check-2 check-23
 */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { sql } from 'kysely'
import { insertUser, TEST_PASSWORD } from '#testing/factories.ts'
import { provideTestServer } from '#testing/slice-server.ts'
import { startTestApp } from '#testing/test-app.ts'
import { compareSamples, median, quantile } from './equal-answers/compare-samples.ts'

const ROUNDS = 200
const MAX_MEDIAN_DIFFERENCE_MS = 5
const MIN_P = 0.01
const SIGN_INS = 50
const MAX_P95_MS = 1_000
const MAX_LOOP_DELAY_MS = 50

await using _database = await provideTestServer()
await using app = await startTestApp({
  config: { TRUST_PROXY: ['127.0.0.1'], LOG_LEVEL: 'silent' },
})
const { db } = app.ctx
const accounts = await insertAccounts()
const problems: string[] = []

// `sign-ins`: measures only the second question.
if (process.argv[2] !== 'sign-ins') {
  await compare('email-signin', { password: 'Wrong-horse-7!' }, [
    'known',
    'unknown',
    'withoutPassword',
  ])
  await compare('forgot-password', {}, ['known', 'unknown', 'withoutPassword'])
  await compare('resend-verification', {}, ['known', 'unknown', 'unverified'])
}
await signInTogether()
say(problems.length === 0 ? 'proven' : `not proven: ${problems.join('; ')}`)
process.exitCode = problems.length === 0 ? 0 : 1

async function insertAccounts() {
  const { email: known } = await insertUser(app.ctx, { role: 'PRO_USER' })
  const { email: unverified } = await insertUser(app.ctx, { role: 'GUEST', verified: false })
  const { email: withoutPassword, userId } = await insertUser(app.ctx, { role: 'GUEST' })
  await db.updateTable('users').set({ password_hash: null }).where('id', '=', userId).execute()
  return { known, unverified, withoutPassword, unknown: 'user-0@example.test' }
}

type Account = keyof typeof accounts

/** Alternates between the kinds of addresses, so that a slow machine slows all of them equally. */
async function compare(
  path: string,
  payload: object,
  kinds: [Account, ...Account[]],
): Promise<void> {
  const times = new Map(kinds.map((kind) => [kind, [] as number[]]))
  for (let round = -10; round < ROUNDS; round += 1) {
    for (let turn = 0; turn < kinds.length; turn += 1) {
      // Rotates the order, so that no kind is always the first after the clearing.
      const kind = kinds[(turn + Math.max(round, 0)) % kinds.length] ?? kinds[0]
      const ms = await timeOf(path, { ...payload, email: accounts[kind] })
      if (round >= 0) times.get(kind)?.push(ms)
    }
  }
  const [first, ...others] = kinds
  for (const other of others)
    compareTimes(path, [first, times.get(first) ?? []], [other, times.get(other) ?? []])
}

async function timeOf(path: string, payload: object): Promise<number> {
  await sql`delete from request_limits`.execute(db)
  await sql`delete from outgoing_mails`.execute(db)
  await sql`delete from pgboss.job`.execute(db)
  const start = performance.now()
  await post(path, payload)
  return performance.now() - start
}

function post(path: string, payload: object, from = '198.51.100.1') {
  return app.anonymous({
    method: 'POST',
    url: `/api/auth/${path}`,
    headers: { 'x-forwarded-for': from },
    payload,
  })
}

type Sample = [name: string, times: number[]]

function compareTimes(path: string, [nameA, a]: Sample, [nameB, b]: Sample): void {
  const { medianDifference, p } = compareSamples(a, b)
  say(
    `${path}: ${nameA} ${median(a).toFixed(2)} ms, ${nameB} ${median(b).toFixed(2)} ms, Mann-Whitney p = ${p.toFixed(3)}`,
  )
  if (Math.abs(medianDifference) >= MAX_MEDIAN_DIFFERENCE_MS || p <= MIN_P)
    problems.push(`${path} tells ${nameA} from ${nameB}`)
}

/** Signs in fifty accounts from fifty networks; twice, because a running server is warm. */
async function signInTogether(): Promise<void> {
  const emails: string[] = []
  for (let number = 0; number < SIGN_INS; number += 1)
    emails.push((await insertUser(app.ctx, { role: 'GUEST' })).email)
  const signIn = async (email: string, number: number) => {
    const start = performance.now()
    const payload = { email, password: TEST_PASSWORD }
    const { statusCode } = await post('email-signin', payload, `203.0.113.${number}`)
    if (statusCode !== 200) problems.push(`a sign-in was answered ${statusCode}`)
    return performance.now() - start
  }
  await Promise.all(emails.map(signIn))
  const delay = monitorEventLoopDelay({ resolution: 5 })
  delay.enable()
  const cpu = process.cpuUsage()
  const times = await Promise.all(emails.map(signIn))
  delay.disable()
  const { user, system } = process.cpuUsage(cpu)
  const p95 = quantile(times, 0.95)
  const loopMs = delay.percentile(99) / 1e6
  say(
    `${SIGN_INS} sign-ins at once: p95 ${p95.toFixed(0)} ms, event-loop delay p99 ${loopMs.toFixed(1)} ms, ${((user + system) / 1000).toFixed(0)} ms of CPU besides the database`,
  )
  if (p95 >= MAX_P95_MS) problems.push('sign-ins are slow')
  if (loopMs >= MAX_LOOP_DELAY_MS) problems.push('sign-ins hold everything else up')
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
