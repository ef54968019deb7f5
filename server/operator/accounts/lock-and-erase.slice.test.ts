import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type BillingApp, type Buyer, startBillingApp } from '#testing/billing-app.ts'
import { insertUser, TEST_PASSWORD } from '#testing/factories.ts'
import { actionsOn, openConsole } from '#testing/operator-calls.ts'
import { post, startTestApp } from '#testing/test-app.ts'
import { sharedByTests } from '#testing/shared-by-tests.ts'

const app = sharedByTests(startTestApp)
const operator = sharedByTests(() => openConsole(app))

const ask = (method: 'POST' | 'DELETE', path: string) =>
  operator.send({ method, url: `/api/operator/accounts/${path}` })
const signIn = async (email: string, password = TEST_PASSWORD) =>
  (await post(app.anonymous, '/api/auth/email-signin', { email, password })).json()

describe('a locked account', () => {
  test('is signed out everywhere and cannot sign in until it is unlocked', async () => {
    const { userId, email, send } = await app.newAccount('PRO_USER')
    expect((await ask('POST', `${userId}/lock`)).json()).toMatchObject({
      isLocked: true,
      sessions: [],
    })
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
    const { userId } = await insertUser(app.ctx)
    for (const times of [1, 2])
      expect([times, (await ask('POST', `${userId}/lock`)).json().isLocked]).toEqual([times, true])
    expect(await actionsOn(app, userId)).toHaveLength(1)
    for (const times of [1, 2])
      expect([times, (await ask('DELETE', `${userId}/lock`)).json().isLocked]).toEqual([
        times,
        false,
      ])
    expect(await actionsOn(app, userId)).toHaveLength(2)
  })
})

describe('an erasure by an operator', () => {
  test('removes the account at once, and the address is free again', async () => {
    const { userId, email, send } = await app.newAccount('PRO_USER')
    expect((await ask('DELETE', userId)).json()).toEqual({ erased: true })
    expect((await send('/api/auth/me')).json().code).toBe('session_expired')
    expect((await signIn(email)).code).toBe('invalid_credentials')
    expect((await ask('DELETE', userId)).statusCode).toBe(404)
    const { userId: next } = await insertUser(app.ctx, { email })
    expect(next).not.toBe(userId)
    expect(await actionsOn(app, userId)).toEqual([
      { by: operator.userId, action: 'account.erased' },
    ])
  })
})

describe('an erasure of an account that pays', () => {
  let at: BillingApp
  let erase: (account: Buyer) => Promise<{ erased?: true; code?: string }>
  beforeAll(async () => {
    at = await startBillingApp()
    const { send } = await openConsole(at.app)
    erase = async ({ userId }) =>
      (await send({ method: 'DELETE', url: `/api/operator/accounts/${userId}` })).json()
  })
  afterAll(() => at[Symbol.asyncDispose]())

  const openCheckout = async ({ send }: Buyer): Promise<string> => {
    const payload = { planId: 'plus' }
    return (await post(send, '/api/subscription/create-checkout', payload)).json().checkoutUrl
  }

  test('is refused until the provider has ended even a subscription that grants no access', async () => {
    const buyer = await at.newCustomer({ planId: 'plus' })
    at.subscriptionOf(buyer).amountMinor = 100
    at.page.desk.emit('customer.subscription.updated', at.subscriptionOf(buyer))
    await at.deliver()
    await at.runJobs()
    expect(await at.roleOf(buyer)).toBe('GUEST')
    expect(await erase(buyer)).toMatchObject({ code: 'already_subscribed' })
    at.subscriptionOf(buyer).status = 'ended' // its event is still on its way
    expect(await erase(buyer)).toEqual({ erased: true })
  })

  test('closes an open payment page, and is refused when that was paid a moment ago', async () => {
    const [idle, paying] = [await at.newBuyer(), await at.newBuyer()]
    const [idlePage, paidPage] = [await openCheckout(idle), await openCheckout(paying)]
    expect(at.page.pay(paidPage).kind).toBe('paid')
    expect(await erase(idle)).toEqual({ erased: true })
    expect(at.page.pay(idlePage).kind).toBe('over')
    expect(await erase(paying)).toMatchObject({ code: 'already_subscribed' })
    await at.deliver()
    await at.runJobs()
    expect(await at.roleOf(paying)).toBe('PLUS_USER')
  })
})

test('operators can neither lock nor erase themselves', async () => {
  for (const answer of [
    await ask('POST', `${operator.userId}/lock`),
    await ask('DELETE', operator.userId),
  ])
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
