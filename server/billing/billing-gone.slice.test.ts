import { describe, expect, test, vi } from 'vitest'
import { DAY_MS } from '#contracts/dates.ts'
import { useBillingApp } from '#testing/billing-calls.ts'
import type { Buyer } from '#testing/billing-app.ts'
import * as shapes from '#testing/stripe-objects.ts'
import { createStripeCalls, startTestStripe, stripeError } from '#testing/test-stripe.ts'
import { reconcile } from './reconcile-billing.ts'
import { cancelExtra } from './stop-renewals.ts'
import { atOnce, inTurn, post, statusesOf } from '#testing/test-app.ts'

const { at, cancel, checkout, mailsTo, openPage, settle, signInAgain } = useBillingApp()
const portal = ({ send }: Buyer) => post(send, '/api/subscription/portal')

function forget({ userId }: Buyer): void {
  const { customers, checkouts, subscriptions, invoices } = at.page.desk.books
  for (const { id } of Object.values(customers).filter((customer) => customer.userId === userId)) {
    for (const book of [checkouts, subscriptions, invoices])
      for (const item of Object.values(book)) if (item.customerId === id) delete book[item.id]
    delete customers[id]
  }
}

describe('a customer that the provider has deleted', () => {
  test('is recreated once by the next checkout, and paying it unlocks the plan', async () => {
    const buyer = await at.newBuyer()
    await checkout(buyer)
    forget(buyer)
    expect((await portal(buyer)).json().code).toBe('no_subscription')
    expect(statusesOf(await atOnce(2, () => checkout(buyer)))).toContain(200)
    at.page.pay((await openPage(buyer)).checkoutUrl)
    await settle()
    expect(await at.roleOf(buyer)).toBe('PRO_USER')
    const open = Object.values(at.page.desk.books.checkouts).filter(({ state }) => state === 'open')
    expect(open).toEqual([])
  })

  test('loses the plan and may buy again', async () => {
    const buyer = await at.newCustomer({ planId: 'plus' })
    const { customerId } = at.subscriptionOf(buyer)
    forget(buyer)
    at.page.desk.books.outbox.push({
      id: 'evt_customer_deleted',
      type: 'customer.deleted',
      customerId,
      objectId: customerId,
      createdAt: at.app.ctx.now().getTime(),
    })
    await settle()
    expect(await at.roleOf(buyer)).toBe('GUEST')
    await at.buy(buyer)
    expect(await at.roleOf(buyer)).toBe('PRO_USER')
  })

  test('at Stripe is replaced by a new customer, not by the one the repeated order returns', async () => {
    await using stripe = await startTestStripe()
    const { ctx } = at.app
    const sandbox = { ...ctx.billing }
    Object.assign(ctx.billing, createStripeCalls(stripe).open())
    try {
      const buyer = await at.newBuyer()
      let made = 0
      const missing = stripeError(400, { code: 'resource_missing', param: 'customer' })
      stripe.answer({
        'POST /v1/customers': () => ({
          body: { id: `cus_gone_${(made += 1)}`, object: 'customer' },
        }),
        'GET /v1/prices': { body: shapes.listOf() },
        'POST /v1/products': { body: { id: 'storedawn_pro', object: 'product' } },
        'POST /v1/prices': { body: shapes.price() },
        'POST /v1/checkout/sessions': ({ customer }) =>
          customer === 'cus_gone_1' ? missing : { body: shapes.checkoutSession() },
        'POST /v1/billing_portal/sessions': missing,
      })
      const answer = await checkout(buyer)
      expect([answer.statusCode, answer.json().checkoutUrl]).toEqual([
        200,
        'https://checkout.stripe.test/cs_1',
      ])
      const own = ctx.db.selectFrom('billing_customers').select('customer_id')
      expect(await own.where('user_id', '=', buyer.userId).execute()).toEqual([
        { customer_id: 'cus_gone_2' },
      ])
      expect((await portal(buyer)).json().code).toBe('no_subscription')
    } finally {
      Object.assign(ctx.billing, sandbox)
    }
  })
})

test('keys of a provider account without our customers end no plan in the nightly run', async () => {
  const buyers = await inTurn(2, () => at.newCustomer())
  vi.spyOn(at.app.ctx.billing, 'readCustomer').mockResolvedValue(null)
  await expect(reconcile(at.app.ctx)).rejects.toThrow('knows none')
  expect(await Promise.all(buyers.map(at.roleOf))).toEqual(['PRO_USER', 'PRO_USER'])
})

test('a checkout page closed by the provider is not handed out again', async () => {
  const buyer = await at.newBuyer()
  const first = await openPage(buyer)
  const page = at.page.desk.books.checkouts[first.checkoutUrl.split('/').at(-1) ?? '']
  if (page) page.state = 'closed'
  const second = await openPage(buyer)
  expect(second.checkoutId).not.toBe(first.checkoutId)
  expect(at.page.pay(second.checkoutUrl).kind).toBe('paid')
  await settle()
})

test('a checkout page uses the language of the latest request', async () => {
  const buyer = await at.newBuyer()
  const openIn = async (language: string): Promise<string> => {
    const headers = { 'accept-language': language }
    const url = '/api/subscription/create-checkout'
    const answer = await buyer.send({ method: 'POST', url, headers, payload: { planId: 'pro' } })
    return answer.json().checkoutUrl
  }
  const [german, french] = [await openIn('de'), await openIn('fr')]
  expect(at.page.pay(german).kind).toBe('over')
  const id = french.split('/').at(-1) ?? ''
  expect(at.page.desk.books.checkouts[id]?.successUrl).toContain('lang=fr')
})

test('a plan bought after a cancelled one ran out stays, even before the provider ends the old one', async () => {
  const buyer = await at.newCustomer({ planId: 'plus' })
  await cancel(buyer)
  await settle()
  at.app.ctx.clock.set(new Date(at.subscriptionOf(buyer).periodEndsAt + 1_000).toISOString())
  const later = await signInAgain(buyer)
  await at.buy(later)
  expect([await at.roleOf(later), (await at.statusOf(later)).planName]).toEqual(['PRO_USER', 'pro'])
  const extra = at.app.ctx.db.selectFrom('billing_subscriptions').select('plan')
  expect(await extra.where('user_id', '=', buyer.userId).orderBy('plan').execute()).toHaveLength(2)
  const [, bought] = at.page.subscriptionsOf(buyer.userId)
  await cancelExtra(at.app.ctx, bought?.id ?? '')
  expect(bought?.status).toBe('active')
})

test('cancelling a plan whose renewal event never arrived takes effect at the end of the new period', async () => {
  const buyer = await at.newCustomer()
  const subscription = at.subscriptionOf(buyer)
  at.app.ctx.clock.set(new Date(subscription.periodEndsAt + 60_000).toISOString())
  at.page.turnOver(subscription)
  at.page.takeEvents()
  const later = await signInAgain(buyer)
  const answer = await cancel(later)
  expect(answer.json().endsAt).toBe(new Date(subscription.periodEndsAt).toISOString())
  expect(await at.roleOf(later)).toBe('PRO_USER')
})

test('a payment that succeeds after more than a week of retries sends a mail', async () => {
  const buyer = await at.newCustomer(undefined, 'fails-later')
  const subscription = at.subscriptionOf(buyer)
  at.page.turnOver(subscription)
  await settle()
  at.app.ctx.clock.advance(10 * DAY_MS)
  const [open] = Object.values(at.page.desk.books.invoices).filter(
    ({ status, subscriptionId }) => status === 'open' && subscriptionId === subscription.id,
  )
  if (!open) throw new Error('nothing is open')
  open.status = 'paid'
  at.page.desk.emit('invoice.paid', open)
  await settle()
  expect(await mailsTo(buyer)).toEqual(['payment_failed', 'payment_received', 'payment_received'])
})
