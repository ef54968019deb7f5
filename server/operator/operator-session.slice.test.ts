import { emptyTables } from '#testing/factories.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Keyring } from '#server/platform/secrets/keyring.ts'
import { codeAt, insertOperator, openConsole } from '#testing/operator-calls.ts'
import { useTestApp } from '#testing/shared-app.ts'
import { atOnce, inTurn, statusesOf } from '#testing/test-app.ts'
import { enrolOperator, listOperators, removeOperator } from './api.ts'
import { resealFactors } from '#server/platform/secrets/second-factor.ts'

const app = useTestApp()
beforeEach(() => emptyTables(app.ctx, 'request_limits'))

const URL = '/api/operator/session'
const open = (code: string) => ({ method: 'POST', url: URL, payload: { code } }) as const
const codeNow = (secret: string) => codeAt(secret, app.ctx.now())

describe('the operator console', { tags: ['check-24'] }, () => {
  test('opens with a code for an hour, and the audit log holds it', async () => {
    const { send, secret, userId } = await insertOperator(app)
    expect((await send(URL)).json()).toEqual({ isOperator: true, until: null })
    const answer = await send(open(codeNow(secret)))
    const until = new Date(app.ctx.now().getTime() + 60 * 60_000).toISOString()
    expect(answer.json()).toEqual({ isOperator: true, until })
    expect((await send(URL)).json()).toEqual({ isOperator: true, until })
    expect(await app.auditKinds(userId, 'operator.')).toEqual([
      'operator.enrolled',
      'operator.opened',
    ])
  })

  test('the same code does not work twice, not even at the same moment', async () => {
    const { send, secret } = await insertOperator(app)
    const code = codeNow(secret)
    const answers = await atOnce(3, () => send(open(code)))
    expect(statusesOf(answers)).toEqual([200, 400, 400])
  })

  test('after five wrong codes within a quarter of an hour even a right one is refused', async () => {
    const { send, secret, userId } = await insertOperator(app)
    const right = codeNow(secret)
    const wrong = right === '000000' ? '000001' : '000000'
    const answers = [...(await inTurn(5, () => send(open(wrong)))), await send(open(right))]
    expect(answers.map((answer) => answer.json().code)).toEqual([
      ...Array<string>(5).fill('wrong_code'),
      'rate_limited',
    ])
    expect(
      (await app.auditKinds(userId, 'operator.')).filter((kind) => kind === 'operator.wrong_code'),
    ).toHaveLength(5)
  })

  test.each(['GUEST', 'PRO_USER', 'PLUS_USER'] as const)(
    'an ordinary %s account cannot open it',
    async (role) => {
      const { send } = await app.as(role)
      expect((await send(URL)).json()).toEqual({ isOperator: false, until: null })
      expect((await send(open('123456'))).json().code).toBe('operator_required')
    },
  )

  test('another session of the same operator stays closed', async () => {
    const { userId } = await openConsole(app)
    const other = await app.openSession(userId)
    expect((await other.send(URL)).json().until).toBeNull()
  })

  test('an operator who closes it has to enter a new code', async () => {
    const { send } = await openConsole(app)
    expect((await send({ method: 'DELETE', url: URL })).json()).toEqual({
      isOperator: true,
      until: null,
    })
    expect((await send(URL)).json().until).toBeNull()
  })

  test('a new second factor ends open consoles and the old codes', async () => {
    const { send, secret, email } = await openConsole(app)
    const renewed = await enrolOperator(app.ctx, email)
    expect((await send(URL)).json()).toEqual({ isOperator: true, until: null })
    expect((await send(open(codeNow(secret)))).json().code).toBe('wrong_code')
    expect((await send(open(codeNow(renewed?.secret ?? '')))).statusCode).toBe(200)
  })

  test('an account that is removed from the operators loses the console at once', async () => {
    const { send, email, userId } = await openConsole(app)
    expect((await listOperators(app.ctx)).map((one) => one.email)).toContain(email)
    expect(await removeOperator(app.ctx, email)).toBe(true)
    expect((await send(URL)).json()).toEqual({ isOperator: false, until: null })
    expect(await removeOperator(app.ctx, email)).toBe(false)
    expect(await app.auditKinds(userId, 'operator.')).toContain('operator.removed')
  })

  test('an address without a confirmed account is not enrolled', async () => {
    expect(await enrolOperator(app.ctx, 'nobody@example.test')).toBeNull()
  })
})

describe('a second factor after a change of APP_SECRET', { tags: ['check-24'] }, () => {
  const keyringOf = (...keys: [string, ...string[]]): Keyring => {
    const accepted = keys.map((key) => Buffer.alloc(32, key))
    return { current: () => Buffer.alloc(32, keys[0]), accepted: () => accepted }
  }
  /** As if every process had started again with these secrets, the current one first. */
  const restartWith = (...keys: [string, ...string[]]) => {
    Object.assign(app.ctx.keyring, keyringOf(...keys))
  }
  let real: Keyring
  beforeAll(() => {
    real = { ...app.ctx.keyring }
  })
  beforeEach(() => app.ctx.db.deleteFrom('operators').execute())
  afterAll(() => {
    Object.assign(app.ctx.keyring, real)
  })

  test.each(['use', 'daily job'])('is sealed under the new secret by the %s', async (way) => {
    restartWith('old')
    const { send, secret } = await insertOperator(app)
    restartWith('new', 'old')
    if (way === 'use') expect((await send(open(codeNow(secret)))).statusCode).toBe(200)
    else await resealFactors(app.ctx, 'operators')
    restartWith('new')
    app.ctx.clock.advance(60_000)
    expect((await send(open(codeNow(secret)))).statusCode).toBe(200)
  })

  test('that no secret opens any more is refused, and the log says why', async () => {
    restartWith('old')
    const { send, secret, userId } = await insertOperator(app)
    restartWith('new')
    app.ctx.testLog.expectError('second_factor.unreadable')
    expect((await send(open(codeNow(secret)))).json().code).toBe('wrong_code')
    await resealFactors(app.ctx, 'operators')
    const said = app.ctx.testLog.entries.filter(({ event }) => event === 'second_factor.unreadable')
    expect(said.map((entry) => entry['userId'])).toEqual([userId, userId])
  })
})
