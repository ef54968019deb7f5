import { beforeAll, expect, test } from 'vitest'
import { HOUR_MS } from '#contracts/dates.ts'
import { changeUser, insertUser } from '#testing/factories.ts'
import { startTestApp } from '#testing/test-app.ts'
import { createSessions, type Sessions } from './sessions.ts'
import { sharedByTests } from '#testing/shared-by-tests.ts'

let sessions: Sessions
const app = sharedByTests(startTestApp)
beforeAll(async () => {
  sessions = createSessions(app.ctx)
})

async function signIn(rememberMe = false) {
  const { userId } = await insertUser(app.ctx, { role: 'PRO_USER' })
  const session = { userId, rememberMe, userAgent: null, network: null }
  return { userId, ...(await sessions.open(app.ctx.db, session)) }
}

const call = (token: string, url = '/api/auth/me', server = app.fastify) =>
  server.inject({ url, headers: { authorization: `Bearer ${token}` } })
const codeOf = async (token: string) => {
  const answer = await call(token)
  return answer.statusCode === 200 ? 200 : answer.json().code
}

const END_AFTER_HOURS = [
  { rememberMe: false, hours: 12, useEveryHours: Infinity },
  { rememberMe: false, hours: 12, useEveryHours: 3 },
  { rememberMe: true, hours: 30 * 24, useEveryHours: Infinity },
  { rememberMe: true, hours: 30 * 24, useEveryHours: 100 },
]

test.each(END_AFTER_HOURS)(
  'a session with rememberMe $rememberMe that is used every $useEveryHours hours ends after $hours hours, to the second',
  { tags: ['login.remember-me', 'check-20'] },
  async ({ rememberMe, hours, useEveryHours }) => {
    const { clock } = app.ctx
    const start = clock.now().getTime()
    const { token } = await signIn(rememberMe)
    for (let used = useEveryHours; used < hours; used += useEveryHours) {
      clock.set(new Date(start + used * HOUR_MS))
      expect(await codeOf(token)).toBe(200)
    }
    clock.set(new Date(start + hours * HOUR_MS))
    expect(await codeOf(token)).toBe('session_expired')
    // A refused call does not count as use; one second before its end the session still existed.
    clock.set(new Date(start + hours * HOUR_MS - 1_000))
    expect(await codeOf(token)).toBe(200)
    clock.set(new Date(start + hours * HOUR_MS + 24 * HOUR_MS))
    expect(await codeOf(token)).toBe('session_expired')
    clock.set(new Date(start))
  },
)

test.each([true, false])(
  'with rememberMe %s the last use is recorded once a minute',
  async (rememberMe) => {
    const everyMs = 60_000
    const { db, clock } = app.ctx
    const { token, sessionId } = await signIn(rememberMe)
    const lastUsed = async () =>
      (
        await db
          .selectFrom('sessions')
          .select('last_used_at')
          .where('id', '=', sessionId)
          .executeTakeFirst()
      )?.last_used_at
    const opened = clock.now()
    clock.advance(everyMs - 1)
    await call(token)
    expect(await lastUsed()).toEqual(opened)
    clock.advance(1)
    await call(token)
    expect(await lastUsed()).toEqual(clock.now())
  },
)

test('a changed role applies to the very next call', { tags: ['check-19'] }, async () => {
  const { token, userId } = await signIn()
  expect((await call(token, '/api/stores')).statusCode).toBe(200)
  await changeUser(app.ctx.db, userId, { role: 'GUEST' })
  const answer = await call(token, '/api/stores')
  expect([answer.statusCode, answer.json().code]).toEqual([403, 'plan_required'])
})

test('a rotated session keeps its end and its device, and the old token stops working', async () => {
  const { db, clock } = app.ctx
  const old = await signIn()
  clock.advance(HOUR_MS)
  const renewed = await sessions.rotate(db, old.sessionId)
  expect([await codeOf(old.token), await codeOf(renewed.token)]).toEqual(['session_expired', 200])
  const rows = await db
    .selectFrom('sessions')
    .select(['created_at', 'expires_at', 'user_agent', 'remember_me'])
    .where('user_id', '=', old.userId)
    .execute()
  expect(rows[0]).toEqual(rows[1])
  await expect(sessions.rotate(db, old.sessionId)).rejects.toMatchObject({
    code: 'session_expired',
  })
  clock.advance(-HOUR_MS)
})
