import { describe, expect, test } from 'vitest'
import type { Buyer } from '#testing/billing-app.ts'
import { useBillingApp } from '#testing/billing-calls.ts'
import { insertUser, TEST_PASSWORD } from '#testing/factories.ts'
import { openConsole } from '#testing/operator-calls.ts'
import { sharedByTests } from '#testing/shared-by-tests.ts'
import { useConsole } from '#testing/shared-console.ts'
import { post, statusesOf } from '#testing/test-app.ts'

const { app, operator, ask, actionsOn } = useConsole()

const lock = (userId: string) => ask('POST', `accounts/${userId}/lock`)
const unlock = (userId: string) => ask('DELETE', `accounts/${userId}/lock`)
const erase = (userId: string) => ask('DELETE', `accounts/${userId}`)
const signIn = async (email: string, password = TEST_PASSWORD) =>
  (await post(app.anonymous, '/api/auth/email-signin', { email, password })).json()

describe('a locked account', () => {
  test('is signed out everywhere and cannot sign in until it is unlocked', async () => {
    const { userId, email, send } = await app.newAccount('PRO_USER')
    expect((await lock(userId)).json()).toMatchObject({
      isLocked: true,
      sessions: [],
    })
    expect((await send('/api/auth/me')).json().code).toBe('session_expired')
    expect((await signIn(email)).code).toBe('account_locked')
    expect((await signIn(email, 'Wrong-horse-7')).code).toBe('invalid_credentials')
    app.ctx.clock.advance(1_000)
    expect((await unlock(userId)).json()).toMatchObject({ isLocked: false })
    expect(await signIn(email)).toHaveProperty('token')
    expect(await actionsOn(userId)).toEqual([
      { by: operator.userId, action: 'account.locked' },
      { by: operator.userId, action: 'account.unlocked' },
    ])
  })

  test('stays locked when it is locked again, and the log holds one event', async () => {
    const { userId } = await insertUser(app.ctx)
    for (const times of [1, 2])
      expect([times, (await lock(userId)).json().isLocked]).toEqual([times, true])
    expect(await actionsOn(userId)).toHaveLength(1)
    for (const times of [1, 2])
      expect([times, (await unlock(userId)).json().isLocked]).toEqual([times, false])
    expect(await actionsOn(userId)).toHaveLength(2)
  })
})

describe('an erasure by an operator', () => {
  test('removes the account at once, and the address is free again', async () => {
    const { userId, email, send } = await app.newAccount('PRO_USER')
    expect((await erase(userId)).json()).toEqual({ erased: true })
    expect((await send('/api/auth/me')).json().code).toBe('session_expired')
    expect((await signIn(email)).code).toBe('invalid_credentials')
    expect((await erase(userId)).statusCode).toBe(404)
    const { userId: next } = await insertUser(app.ctx, { email })
    expect(next).not.toBe(userId)
    expect(await actionsOn(userId)).toEqual([{ by: operator.userId, action: 'account.erased' }])
  })
})

describe('an erasure of an account that pays', () => {
  const { at, openPage, settle } = useBillingApp()
  const theirOperator = sharedByTests(() => openConsole(at.app))
  const eraseBuyer = async ({ userId }: Buyer) => {
    const url = `/api/operator/accounts/${userId}`
    return (await theirOperator.send({ method: 'DELETE', url })).json()
  }

  test('is refused until the provider has ended even a subscription that grants no access', async () => {
    const buyer = await at.newCustomer({ planId: 'plus' })
    at.subscriptionOf(buyer).amountMinor = 100
    at.page.desk.emit('customer.subscription.updated', at.subscriptionOf(buyer))
    await settle()
    expect(await at.roleOf(buyer)).toBe('GUEST')
    expect(await eraseBuyer(buyer)).toMatchObject({ code: 'already_subscribed' })
    at.subscriptionOf(buyer).status = 'ended' // its event is still on its way
    expect(await eraseBuyer(buyer)).toEqual({ erased: true })
  })

  test('closes an open payment page, and is refused when that was paid a moment ago', async () => {
    const [idle, paying] = [await at.newBuyer(), await at.newBuyer()]
    const idlePage = await openPage(idle, { planId: 'plus' })
    const paidPage = await openPage(paying, { planId: 'plus' })
    expect(at.page.pay(paidPage.checkoutUrl).kind).toBe('paid')
    expect(await eraseBuyer(idle)).toEqual({ erased: true })
    expect(at.page.pay(idlePage.checkoutUrl).kind).toBe('over')
    expect(await eraseBuyer(paying)).toMatchObject({ code: 'already_subscribed' })
    await settle()
    expect(await at.roleOf(paying)).toBe('PLUS_USER')
  })
})

test('operators can neither lock nor erase themselves', async () => {
  for (const act of [lock, erase]) expect((await act(operator.userId)).json().code).toBe('conflict')
  expect((await operator.send('/api/operator/system')).statusCode).toBe(200)
})

test('an unknown account is not found', async () => {
  const id = crypto.randomUUID()
  const answers = [
    await lock(id),
    await unlock(id),
    await erase(id),
    await ask('DELETE', `accounts/${id}/sessions`),
    await ask('DELETE', `accounts/${id}/plan`),
    await operator.send(`/api/operator/accounts/${id}`),
  ]
  expect(statusesOf(answers)).toEqual(Array(6).fill(404))
})
