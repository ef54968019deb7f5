import { describe, expect, test, vi } from 'vitest'
import { MINUTE_MS } from '#contracts/dates.ts'
import { useBillingApp } from '#testing/billing-calls.ts'
import type { Buyer } from '#testing/billing-app.ts'
import { limits } from '#server/billing/limits.ts'
import { atOnce, codeOf, inTurn } from '#testing/test-app.ts'

const { at, checkout, openPage, settle, withPrices } = useBillingApp()
const pagesOf = ({ userId }: Buyer) =>
  Object.values(at.page.desk.books.checkouts).filter(
    ({ customerId }) => at.page.desk.books.customers[customerId]?.userId === userId,
  )

describe('a checkout', () => {
  test.each([
    { planId: 'custom' },
    { planId: 'gold' },
    {},
    { planId: 'pro', billingCycle: 'weekly' },
    { planId: 'pro', currency: 'JPY' },
  ])('of %j is refused', { tags: ['check-70'] }, async (choice) => {
    const answer = await checkout(await at.newBuyer(), choice)
    expect(codeOf(answer)).toEqual([400, 'invalid_request'])
  })

  test.each([
    ['en', { planId: 'pro' }, 'USD', 3900],
    ['de', { planId: 'plus', billingCycle: 'yearly' }, 'EUR', 54900],
    ['tr', { planId: 'pro', billingCycle: 'yearly' }, 'TRY', 34900],
    ['tr', { planId: 'plus', currency: 'EUR', amountMinor: 1, price: 1 }, 'EUR', 7900],
  ])(
    'in %s of %j is charged in %s, at the list price only',
    { tags: ['calls.create-checkout', 'check-70'] },
    async (language, choice, currency, amountMinor) => {
      const { send } = await at.newBuyer()
      const headers = { 'accept-language': language }
      const url = '/api/subscription/create-checkout'
      const { checkoutId } = (await send({ method: 'POST', url, headers, payload: choice })).json()
      const { checkouts } = at.page.desk.books
      const made = Object.values(checkouts).find((one) => one.checkoutId === checkoutId)
      expect([made?.currency, made?.amountMinor]).toEqual([currency, amountMinor])
    },
  )

  test(
    'clicked twice in each of two tabs opens one page',
    { tags: ['calls.create-checkout-url', 'check-69'] },
    async () => {
      const buyer = await at.newBuyer()
      const answers = await atOnce(4, () => checkout(buyer))
      expect(new Set(answers.map((answer) => answer.json().checkoutUrl)).size).toBe(1)
      expect(pagesOf(buyer)).toHaveLength(1)
    },
  )

  test('of another plan closes the open one; after payment none opens', async () => {
    const buyer = await at.newBuyer()
    const first = await openPage(buyer)
    const second = await openPage(buyer, { planId: 'plus' })
    expect(at.page.pay(first.checkoutUrl).kind).toBe('over')
    const ask = (id: string) => buyer.send(`/api/subscription/payment-status?checkoutId=${id}`)
    expect((await ask(first.checkoutId)).json().state).toBe('closed')
    at.page.pay(second.checkoutUrl)
    // The events are still on their way.
    for (const planId of ['plus', 'pro'])
      expect((await checkout(buyer, { planId })).json().code).toBe('already_subscribed')
    await settle()
    expect((await checkout(buyer, { planId: 'plus' })).json().code).toBe('already_subscribed')
  })

  test('is visible to its own account only, and an invented id is unknown', async () => {
    const [buyer, other] = [await at.newBuyer(), await at.newBuyer()]
    const { checkoutId } = await openPage(buyer)
    const ask = async ({ send }: Buyer, id: string) =>
      (await send(`/api/subscription/payment-status?checkoutId=${id}`)).json()
    expect(await ask(buyer, checkoutId)).toEqual({ state: 'open', planName: 'guest' })
    expect((await ask(other, checkoutId)).state).toBe('unknown')
    expect((await ask(buyer, 'cs_test_x')).state).toBe('unknown')
    expect((await other.send('/api/subscription/payment-status')).json().state).toBe('unknown')
  })

  test.each([
    ['PRO_USER', 'pro'],
    ['PLUS_USER', 'pro'],
  ] as const)(
    'of a plan %s already holds is refused: %s',
    { tags: ['check-70'] },
    async (role, planId) => {
      expect((await checkout(await at.newBuyer(role), { planId })).json().code).toBe(
        'plan_already_held',
      )
    },
  )

  test('that is declined changes nothing and can be retried', async () => {
    const buyer = await at.newBuyer()
    const { checkoutUrl } = await openPage(buyer)
    expect(at.page.pay(checkoutUrl, 'declined').kind).toBe('declined')
    await settle()
    expect(await at.roleOf(buyer)).toBe('GUEST')
    expect((await openPage(buyer)).checkoutUrl).toBe(checkoutUrl)
  })

  /** As if the process had been killed before the provider's answer was written. */
  const forgetPage = (checkoutId: string) =>
    at.app.ctx.db
      .updateTable('billing_agreements')
      .set({ provider_checkout_id: null, url: null })
      .where('id', '=', checkoutId)
      .execute()

  test(
    'with a lost answer is resumed by the next request instead of opened twice',
    { tags: ['check-69'] },
    async () => {
      const buyer = await at.newBuyer()
      const first = await openPage(buyer)
      await forgetPage(first.checkoutId)
      expect(await openPage(buyer)).toEqual(first)
      expect(pagesOf(buyer)).toHaveLength(1)
      at.page.pay(first.checkoutUrl)
      await settle()
      expect(await at.roleOf(buyer)).toBe('PRO_USER')
    },
  )

  test('status polls keep working after purchase attempts are used up; each has its own limit', async () => {
    const buyer = await at.newBuyer()
    await openPage(buyer)
    const look = async () => (await buyer.send('/api/subscription/payment-status')).statusCode
    const buy = async () => (await checkout(buyer)).statusCode
    const { consume } = at.app.ctx.limits
    const spend = (count: number, limit: (typeof limits)['look']) =>
      inTurn(count, () => consume(limit, buyer.userId))
    await spend(100, limits.look)
    expect([await buy(), await look()]).toEqual([200, 200])
    await spend(58, limits.billing)
    expect([await buy(), await look()]).toEqual([429, 200])
    await spend(198, limits.look)
    expect(await look()).toBe(429)
  })

  test('that never opened gives way to a new one once the provider could no longer open it', async () => {
    const buyer = await at.newBuyer()
    const first = await openPage(buyer)
    await forgetPage(first.checkoutId)
    at.app.ctx.clock.advance(26 * MINUTE_MS)
    const second = await openPage(buyer)
    expect(second.checkoutId).not.toBe(first.checkoutId)
    const left = pagesOf(buyer).map(({ expiresAt }) => expiresAt - at.app.ctx.now().getTime())
    expect(Math.max(...left)).toBeGreaterThanOrEqual(30 * MINUTE_MS)
  })

  test('that opens while the buyer picks another plan cannot be paid', async () => {
    const buyer = await at.newBuyer()
    const { billing } = at.app.ctx
    const { createCheckout } = billing
    const [asked, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    vi.spyOn(billing, 'createCheckout').mockImplementation(async (order) => {
      const opened = await createCheckout(order)
      if (order.plan === 'pro') {
        asked.resolve()
        await goOn.promise
      }
      return opened
    })
    const slow = checkout(buyer)
    await asked.promise
    const chosen = await openPage(buyer, { planId: 'plus' })
    goOn.resolve()
    expect((await slow).json().code).toBe('conflict')
    expect(pagesOf(buyer).map(({ plan, state }) => [plan, state])).toEqual([
      ['pro', 'closed'],
      ['plus', 'open'],
    ])
    expect(at.page.pay(chosen.checkoutUrl).kind).toBe('paid')
    at.page.takeEvents()
  })

  test('keeps its price when the list changes before payment; a new checkout costs the new price', async () => {
    const [buyer, other] = [await at.newBuyer(), await at.newBuyer()]
    const [page, old] = [await openPage(buyer), await openPage(other)]
    await withPrices(5000, async () => {
      at.page.pay(page.checkoutUrl)
      await settle()
      expect([await at.roleOf(buyer), at.subscriptionOf(buyer).amountMinor]).toEqual([
        'PRO_USER',
        3900,
      ])
      const { currentSubscription } = await at.statusOf(buyer)
      expect(currentSubscription.price).toBe(3900)
      await openPage(other)
      expect(pagesOf(other).map(({ amountMinor, state }) => [amountMinor, state])).toEqual([
        [3900, 'closed'],
        [5000, 'open'],
      ])
      expect(at.page.pay(old.checkoutUrl).kind).toBe('over')
    })
  })

  test('in another currency closes the first; a subscription keeps its currency, the next may differ', async () => {
    const buyer = await at.newBuyer()
    const inEuro = await openPage(buyer, { planId: 'pro', currency: 'EUR' })
    await openPage(buyer, { planId: 'pro', currency: 'TRY' })
    expect(at.page.pay(inEuro.checkoutUrl).kind).toBe('over')
    await at.buy(buyer, { planId: 'pro', currency: 'EUR' })
    const quoted = await buyer.send({
      url: '/api/plans/change?planId=plus&billingCycle=monthly',
      headers: { 'accept-language': 'tr' },
    })
    expect(quoted.json().currency).toBe('EUR')
    at.subscriptionOf(buyer).status = 'ended'
    at.page.desk.emit('customer.subscription.deleted', at.subscriptionOf(buyer))
    await settle()
    await at.buy(buyer, { planId: 'pro', currency: 'USD' })
    expect([await at.roleOf(buyer), (await at.statusOf(buyer)).currency]).toEqual([
      'PRO_USER',
      'USD',
    ])
  })
})
