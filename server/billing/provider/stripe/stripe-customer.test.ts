import { describe, expect, test } from 'vitest'
import * as shapes from '#testing/stripe-objects.ts'
import { createStripeCalls, startTestStripe, stripeError } from '#testing/test-stripe.ts'
import { sharedByTests } from '#testing/shared-by-tests.ts'

const at = sharedByTests(startTestStripe)

const END = shapes.PERIOD_ENDS
const SCHEDULE = '/v1/subscription_schedules/sub_sched_1'
const { open, asked } = createStripeCalls(at)

describe('reading a customer', () => {
  const read = async (...found: object[]) => {
    at.answer({
      'GET /v1/subscriptions': { body: shapes.listOf(...found) },
      'GET /v1/invoices': { body: shapes.listOf() },
      [`GET ${SCHEDULE}`]: ({ expand }) =>
        expand ? { body: shapes.schedule() } : { body: shapes.schedule({ phases: [] }) },
    })
    const truth = await open().readCustomer('cus_1')
    return truth?.subscriptions ?? null
  }
  const periodEndsAt = new Date(END * 1000)
  const plain = {
    subscriptionId: 'sub_1',
    checkoutId: shapes.CHECKOUT_ID,
    plan: 'pro',
    billingCycle: 'monthly',
    status: 'active',
    currency: 'USD',
    amountMinor: 3900,
    periodEndsAt,
    cancelAtPeriodEnd: false,
    next: null,
    startedAt: new Date(shapes.PERIOD_STARTS * 1000),
  }

  test('returns every subscription, ended ones too, with its checkout', async () => {
    expect(await read(shapes.subscription())).toEqual([plain])
    expect(asked('GET /v1/subscriptions')).toEqual([
      { customer: 'cus_1', status: 'all', limit: '100' },
    ])
    expect(asked('GET /v1/invoices')).toEqual([{ customer: 'cus_1', limit: '100' }])
  })

  test.each([
    ['active', 'active'],
    ['trialing', 'active'],
    ['past_due', 'past_due'],
    ['incomplete', 'incomplete'],
    ['incomplete_expired', 'ended'],
    ['canceled', 'ended'],
    ['unpaid', 'ended'],
    ['paused', 'ended'],
    ['of_a_later_version', 'ended'],
  ])('maps the Stripe status %s to %s', async (status, expected) => {
    expect((await read(shapes.subscription({ status })))?.map((one) => one.status)).toEqual([
      expected,
    ])
  })

  test.each([
    ['by us', { cancel_at_period_end: true, cancel_at: END }, true, END],
    ["on Stripe's own page", { cancel_at: END }, true, END],
    ['for a day before', { cancel_at: END - 86_400 }, true, END - 86_400],
    ['for a later period', { cancel_at: END + 86_400 }, false, END],
  ] as const)('a cancellation %s', async (_by, state, isCancelled, endsAt) => {
    const [subscription] = (await read(shapes.subscription(state))) ?? []
    expect([subscription?.cancelAtPeriodEnd, subscription?.periodEndsAt]).toEqual([
      isCancelled,
      new Date(endsAt * 1000),
    ])
  })

  test('takes the plan of the next period from the schedule', async () => {
    const [subscription] = (await read(shapes.subscription({ schedule: 'sub_sched_1' }))) ?? []
    expect(subscription?.next).toEqual({
      plan: 'pro',
      billingCycle: 'monthly',
      startsAt: periodEndsAt,
    })
  })

  test.each([
    ['another product', { product: 'prod_mug' }],
    ['a quarter', { recurring: { interval: 'month' as const, interval_count: 3 } }],
    ['a single payment', { recurring: null }],
  ])('ignores a subscription of %s', async (_what, other) => {
    const items = shapes.listOf(shapes.subscriptionItem({ price: shapes.price(other) }))
    expect(await read(shapes.subscription({ items }))).toEqual([])
  })

  test.each([{}, { checkoutId: '' }, { checkoutId: 'made up' }])(
    'reads no checkout id from the metadata %j',
    async (metadata) => {
      expect((await read(shapes.subscription({ metadata })))?.[0]?.checkoutId).toBeNull()
    },
  )

  test('charges two seats twice the price', async () => {
    const items = shapes.listOf(shapes.subscriptionItem({ quantity: 2 }))
    expect((await read(shapes.subscription({ items })))?.[0]?.amountMinor).toBe(7800)
  })

  test.each([
    ['paid', {}, { status: 'paid', amountMinor: 3900, failedAttempts: 0 }],
    ['open', { status: 'open', amount_paid: 0, attempt_count: 2 }, { status: 'open', amountMinor: 3900, failedAttempts: 2 }],
    ['open for a change', { status: 'open', billing_reason: 'subscription_update', attempt_count: 1 }, { status: 'open', failedAttempts: 0 }],
    ['given up', { status: 'uncollectible' }, { status: 'void', amountMinor: 3900 }],
    ['not written yet', { status: 'draft' }, null],
    // The credit for the old plan is the last line.
    ['of a change', { lines: shapes.listOf(shapes.invoiceLine('storedawn_plus', 7900), shapes.invoiceLine('storedawn_pro', -3900)) }, { plan: 'plus' }],
    ['of something else', { lines: shapes.listOf(shapes.invoiceLine('prod_mug', 900)) }, { plan: null }],
  ])('an invoice that is %s', async (_what, state, expected) => {
    at.answer({
      'GET /v1/subscriptions': { body: shapes.listOf() },
      'GET /v1/invoices': { body: shapes.listOf(shapes.invoice(state)) },
    })
    const invoices = (await open().readCustomer('cus_1'))?.invoices
    if (expected === null) expect(invoices).toEqual([])
    else expect(invoices).toMatchObject([{ invoiceId: 'in_1', number: 'SD-0001', currency: 'USD', ...expected }])
  }) // prettier-ignore

  test('returns nothing for a customer unknown to Stripe', async () => {
    const missing = stripeError(400, { code: 'resource_missing', param: 'customer' })
    at.answer({ 'GET /v1/subscriptions': missing, 'GET /v1/invoices': missing })
    expect(await open().readCustomer('cus_gone')).toBeNull()
  })
})
