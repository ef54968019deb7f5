import { describe, expect, test } from 'vitest'
import { type Buyer, startBillingApp } from '#testing/billing-app.ts'
import * as shapes from '#testing/stripe-objects.ts'
import { startTestStripe, stripeError } from '#testing/test-stripe.ts'
import { createStripe } from './provider/stripe/stripe.ts'
import { reconcile } from './reconcile-billing.ts'
import { cancelExtra } from './stop-renewals.ts'
import { sharedByTests } from '#testing/shared-by-tests.ts'

const DAY_MS = 24 * 60 * 60_000

const at = sharedByTests(startBillingApp)

const checkout = ({ send }: Buyer, planId: string, headers = {}) =>
  send({
    method: 'POST',
    url: '/api/subscription/create-checkout',
    headers,
    payload: { planId, currency: 'EUR' },
  })
const portal = ({ send }: Buyer) => send({ method: 'POST', url: '/api/subscription/portal' })
const settle = async () => {
  await at.deliver()
  await at.runJobs()
}
function forget({ userId }: Buyer): void {
  const { customers, checkouts, subscriptions, invoices } = at.page.desk.books
  for (const { id } of Object.values(customers).filter((customer) => customer.userId === userId)) {
    for (const book of [checkouts, subscriptions, invoices])
      for (const item of Object.values(book)) if (item.customerId === id) delete book[item.id]
    delete customers[id]
  }
}
const mailsTo = async ({ userId }: Buyer) => {
  const mails = at.app.ctx.db
    .selectFrom('outgoing_mails')
    .select('kind')
    .where('user_id', '=', userId)
  return (await mails.execute()).map(({ kind }) => kind).toSorted()
}

describe('a customer that the provider has deleted', () => {
  test('is recreated once by the next checkout, and paying it unlocks the plan', async () => {
    const buyer = await at.newBuyer()
    await checkout(buyer, 'pro')
    forget(buyer)
    expect((await portal(buyer)).json().code).toBe('no_subscription')
    const answers = await Promise.all([checkout(buyer, 'pro'), checkout(buyer, 'pro')])
    expect(answers.map(({ statusCode }) => statusCode)).toContain(200)
    const again = await checkout(buyer, 'pro')
    at.page.pay(again.json().checkoutUrl)
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
    await at.buy(buyer, { planId: 'pro' })
    expect(await at.roleOf(buyer)).toBe('PRO_USER')
  })

  test('at Stripe is replaced by a new customer, not by the one the repeated order returns', async () => {
    await using stripe = await startTestStripe()
    const { ctx } = at.app
    const sandbox = { ...ctx.billing }
    Object.assign(
      ctx.billing,
      createStripe({ secretKey: 'sk', webhookSecret: 'whsec', host: stripe.host }),
    )
    try {
      const [buyer, gone] = [await at.newBuyer(), new Set<unknown>()]
      let made = 0
      const isGone = ({ customer }: { customer?: unknown }) => gone.has(customer)
      const missing = stripeError(400, {
        type: 'invalid_request_error',
        code: 'resource_missing',
        param: 'customer',
        message: 'No such customer',
      })
      const answers = {
        'POST /v1/customers': () => ({
          body: { id: `cus_gone_${(made += 1)}`, object: 'customer' },
        }),
        'GET /v1/prices': { body: shapes.listOf() },
        'POST /v1/products': { body: { id: 'storedawn_pro', object: 'product' } },
        'POST /v1/prices': { body: shapes.price() },
        'POST /v1/checkout/sessions': (form: { customer?: unknown }) =>
          isGone(form) ? missing : { body: shapes.checkoutSession() },
        'POST /v1/billing_portal/sessions': missing,
      }
      stripe.answer(answers)
      gone.add('cus_gone_1')
      const answer = await checkout(buyer, 'pro')
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
  const buyers = [await at.newBuyer(), await at.newBuyer()]
  for (const buyer of buyers) await at.buy(buyer, { planId: 'pro' })
  const { billing } = at.app.ctx
  const { readCustomer } = billing
  billing.readCustomer = async () => null
  try {
    await expect(reconcile(at.app.ctx)).rejects.toThrow('knows none')
  } finally {
    billing.readCustomer = readCustomer
  }
  expect(await Promise.all(buyers.map((buyer) => at.roleOf(buyer)))).toEqual([
    'PRO_USER',
    'PRO_USER',
  ])
})

test('a checkout page closed by the provider is not handed out again', async () => {
  const buyer = await at.newBuyer()
  const first = (await checkout(buyer, 'pro')).json()
  const page = at.page.desk.books.checkouts[first.checkoutUrl.split('/').at(-1)]
  if (page) page.state = 'closed'
  const second = (await checkout(buyer, 'pro')).json()
  expect(second.checkoutId).not.toBe(first.checkoutId)
  expect(at.page.pay(second.checkoutUrl).kind).toBe('paid')
  await settle()
})

test('a checkout page uses the language of the latest request', async () => {
  const buyer = await at.newBuyer()
  const [german, french] = [
    await checkout(buyer, 'pro', { 'accept-language': 'de' }),
    await checkout(buyer, 'pro', { 'accept-language': 'fr' }),
  ]
  expect(at.page.pay(german.json().checkoutUrl).kind).toBe('over')
  const id = french.json().checkoutUrl.split('/').at(-1)
  expect(at.page.desk.books.checkouts[id]?.successUrl).toContain('lang=fr')
})

test('a plan bought after a cancelled one ran out stays, even before the provider ends the old one', async () => {
  const buyer = await at.newCustomer({ planId: 'plus' })
  await buyer.send({ method: 'POST', url: '/api/plans/cancel?cancelAtPeriodEnd=true' })
  await settle()
  at.app.ctx.clock.set(new Date(at.subscriptionOf(buyer).periodEndsAt + 1_000).toISOString())
  const later = { userId: buyer.userId, ...(await at.app.openSession(buyer.userId)) }
  await at.buy(later, { planId: 'pro' })
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
  const later = { userId: buyer.userId, ...(await at.app.openSession(buyer.userId)) }
  const answer = await later.send({
    method: 'POST',
    url: '/api/plans/cancel?cancelAtPeriodEnd=true',
  })
  expect(answer.json().endsAt).toBe(new Date(subscription.periodEndsAt).toISOString())
  expect(await at.roleOf(later)).toBe('PRO_USER')
})

test('a payment that succeeds after more than a week of retries sends a mail', async () => {
  const buyer = await at.newCustomer({ planId: 'pro' }, 'fails-later')
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
