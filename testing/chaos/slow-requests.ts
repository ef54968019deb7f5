/**
 * Makes two hundred simultaneous calls wait for a database that does not answer: first for three
 * seconds, then beyond every deadline. Each call must get 200, or 503 with Retry-After; health must
 * answer in the meantime; and all must be back to normal five seconds after the end. `node
 * testing/chaos/slow-requests.ts`, on a throwaway PostgreSQL or the server of TEST_DATABASE_URL.
 * Conformance: check-78
 */
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { provideTestServer } from '#testing/slice-server.ts'
import { startTestApp } from '#testing/test-app.ts'

const CALLS = 200
const HELD_MS = [3_000, 20_000]
/** The server's own deadline for an answer is 15 s. */
const MAX_ANSWER_MS = 16_500
const MAX_HEALTH_MS = 1_000
const MAX_NORMAL_AFTER_MS = 5_000
/** A call within this time counts as normal. */
const USUAL_MS = 500

type Answer = { status: number; retryAfter: string | null; ms: number }

await using _database = await provideTestServer()
await using app = await startTestApp({
  maxEventLoopDelayMs: 1_500,
  config: { LOG_LEVEL: 'silent' },
})
await app.fastify.listen({ port: 0, host: '127.0.0.1' })
// Safe: the server listens on a port.
const origin = `http://127.0.0.1:${(app.fastify.server.address() as AddressInfo).port}`
const { token } = await app.as('GUEST')
const failures: string[] = []

await ask('/api/users/preferences')
for (const heldMs of HELD_MS) await measure(heldMs)
process.stdout.write(failures.length === 0 ? 'proven\n' : `not proven: ${failures.join('; ')}\n`)
process.exitCode = failures.length === 0 ? 0 : 1

async function measure(heldMs: number): Promise<void> {
  const release = await holdUsers()
  const asked = Promise.all(Array.from({ length: CALLS }, () => ask('/api/users/preferences')))
  const health = await watchHealth(heldMs)
  const releasedMs = performance.now()
  await release()
  let usual = await ask('/api/users/preferences')
  while (usual.status !== 200 || usual.ms > USUAL_MS) usual = await ask('/api/users/preferences')
  const normalAfterMs = performance.now() - releasedMs
  const answers = await asked
  const counted = Map.groupBy(answers, ({ status }) => status)
  const odd = answers.filter(
    ({ status, retryAfter }) => status !== 200 && !(status === 503 && retryAfter),
  )
  const longestMs = Math.max(...answers.map(({ ms }) => ms))
  const counts = [...counted].map(([status, { length }]) => `${length} x ${status}`).join(', ')
  const held = `held for ${heldMs / 1_000} s`
  check(
    `${held}: ${counts}, ${odd.length} other than 200 and 503 with Retry-After`,
    odd.length === 0,
  )
  check(
    `${held}: some were refused, the longest waited ${longestMs.toFixed(0)} ms`,
    counted.has(503) && longestMs <= MAX_ANSWER_MS,
  )
  const worst = Math.max(...health.map(({ ms }) => ms))
  check(`${held}: health in ${worst.toFixed(0)} ms at most`, worst <= MAX_HEALTH_MS)
  check(
    `${held}: as before ${normalAfterMs.toFixed(0)} ms later`,
    normalAfterMs <= MAX_NORMAL_AFTER_MS,
  )
}

/** Blocks every request for an account. */
async function holdUsers(): Promise<() => Promise<void>> {
  const held = Promise.withResolvers<void>()
  const end = Promise.withResolvers<void>()
  const holding = app.ctx.db.transaction().execute(async (db) => {
    await sql`lock table users in access exclusive mode`.execute(db)
    held.resolve()
    await end.promise
  })
  await held.promise
  return () => {
    end.resolve()
    return holding
  }
}

async function watchHealth(forMs: number): Promise<Answer[]> {
  const untilMs = performance.now() + forMs
  const answers: Answer[] = []
  while (performance.now() < untilMs) {
    answers.push(await ask('/health'))
    await sleep(250)
  }
  return answers
}

async function ask(path: string): Promise<Answer> {
  const startMs = performance.now()
  const answer = await fetch(origin + path, { headers: { authorization: `Bearer ${token}` } })
  await answer.arrayBuffer()
  const { status, headers } = answer
  return { status, retryAfter: headers.get('retry-after'), ms: performance.now() - startMs }
}

function check(text: string, holds: boolean): void {
  process.stdout.write(`${holds ? 'ok' : 'NO'}  ${text}\n`)
  if (!holds) failures.push(text)
}
