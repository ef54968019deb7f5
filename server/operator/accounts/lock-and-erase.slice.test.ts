import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { insertUser, TEST_PASSWORD } from '#testing/factories.ts'
import { actionsOn, openConsole } from '#testing/operator-calls.ts'
import { startTestApp, type TestApp } from '#testing/test-app.ts'

let app: TestApp
let operator: Awaited<ReturnType<typeof openConsole>>
beforeAll(async () => {
  app = await startTestApp()
  operator = await openConsole(app)
})
afterAll(() => app[Symbol.asyncDispose]())

const ask = (method: 'POST' | 'DELETE', path: string) =>
  operator.send({ method, url: `/api/operator/accounts/${path}` })
const signIn = async (email: string, password = TEST_PASSWORD) =>
  (
    await app.anonymous({ method: 'POST', url: '/api/auth/email-signin', payload: { email, password } })
  ).json()

describe('a locked account', () => {
  test('is signed out everywhere and cannot sign in until it is unlocked', async () => {
    const { userId, email } = await insertUser(app.ctx, { role: 'PRO_USER' })
    const { send } = await app.openSession(userId)
    expect((await ask('POST', `${userId}/lock`)).json()).toMatchObject({ isLocked: true, sessions: [] })
    expect((await send('/api/auth/me')).json().code).toBe('session_expired')
    expect((await signIn(email)).code).toBe('account_locked')
    expect((await signIn(email, 'Wrong-horse-7')).code).toBe('invalid_credentials')
    app.ctx.clock.advance(1_000)
    expect((await ask('DELETE', `${userId}/lock`)).json()).toMatchObject({ isLocked: false })
    expect(await signIn(email)).toHaveProperty('token')
    expect(await actionsOn(app, userId)).toEqual([
      { by: operator.userId, action: 'account.locked' },
      { by: operator.userId, action: 'account.unlocked' },
    ])
  })

  test('stays locked when it is locked again, and the log holds one event', async () => {
    const { userId } = await insertUser(app.ctx, { role: 'GUEST' })
    for (const times of [1, 2])
      expect([times, (await ask('POST', `${userId}/lock`)).json().isLocked]).toEqual([times, true])
    expect(await actionsOn(app, userId)).toHaveLength(1)
    for (const times of [1, 2])
      expect([times, (await ask('DELETE', `${userId}/lock`)).json().isLocked]).toEqual([times, false])
    expect(await actionsOn(app, userId)).toHaveLength(2)
  })
})

describe('an erasure by an operator', () => {
  test('removes the account at once, and the address is free again', async () => {
    const { userId, email } = await insertUser(app.ctx, { role: 'PRO_USER' })
    const { send } = await app.openSession(userId)
    expect((await ask('DELETE', userId)).json()).toEqual({ erased: true })
    expect((await send('/api/auth/me')).json().code).toBe('session_expired')
    expect((await signIn(email)).code).toBe('invalid_credentials')
    expect((await ask('DELETE', userId)).statusCode).toBe(404)
    const { userId: next } = await insertUser(app.ctx, { role: 'GUEST', email })
    expect(next).not.toBe(userId)
    expect(await actionsOn(app, userId)).toEqual([{ by: operator.userId, action: 'account.erased' }])
  })
})

test('operators can neither lock nor erase themselves', async () => {
  for (const answer of [await ask('POST', `${operator.userId}/lock`), await ask('DELETE', operator.userId)])
    expect(answer.json().code).toBe('conflict')
  expect((await operator.send('/api/operator/system')).statusCode).toBe(200)
})

test('an unknown account is not found', async () => {
  const id = crypto.randomUUID()
  const answers = [
    await ask('POST', `${id}/lock`),
    await ask('DELETE', `${id}/lock`),
    await ask('DELETE', id),
  ]
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404])
})
