import { describe, expect, test } from 'vitest'
import type { Offer } from '#server/billing/provider/billing-provider.ts'
import * as shapes from '#testing/stripe-objects.ts'
import { createStripeCalls, type Form, startTestStripe, stripeError } from '#testing/test-stripe.ts'
import { sharedByTests } from '#testing/shared-by-tests.ts'

const pro: Offer = { plan: 'pro', billingCycle: 'monthly', currency: 'USD', amountMinor: 3900 }
const plus: Offer = { ...pro, plan: 'plus', amountMinor: 7900 }
const quotedAt = new Date('2026-03-10T12:00:00.000Z')
const QUOTED = String(quotedAt.getTime() / 1000)
const order = { ...plus, subscriptionId: 'sub_1', quotedAt, idempotencyKey: 'change-1' }

const at = sharedByTests(startTestStripe)

const { open, asked } = createStripeCalls(at)
/** We choose the idempotency keys: every test has its own. */
let orders = 0
const newOrder = () => ({ ...order, idempotencyKey: `change-${(orders += 1)}` })
const calls = () => at.calls.map(({ call }) => call)

const found = (price: object) => ({ body: shapes.listOf(price) })
const SUBSCRIPTION = '/v1/subscriptions/sub_1'
const SCHEDULE = '/v1/subscription_schedules/sub_sched_1'
const base = {
  'GET /v1/prices': ({ lookup_keys: names }: Form) =>
    found(
      Object.values(Object(names)).join('').includes('plus') ? shapes.plusPrice : shapes.price(),
    ),
  [`GET ${SUBSCRIPTION}`]: { body: shapes.subscription() },
  [`POST ${SUBSCRIPTION}`]: { body: shapes.subscription() },
}

describe('a change', () => {
  const items = { 0: { id: 'si_1', quantity: '1', price: 'price_plus' } }

  test.each([
    [4000, 4000],
    [-120, 0],
  ])('previewed at %i costs %i', async (due, expected) => {
    at.answer({
      ...base,
      'POST /v1/invoices/create_preview': { body: shapes.invoice({ amount_due: due }) },
    })
    expect(await open().quoteChange(order)).toBe(expected)
    expect(asked('POST /v1/invoices/create_preview')).toEqual([
      {
        subscription: 'sub_1',
        subscription_details: {
          items,
          proration_behavior: 'always_invoice',
          proration_date: QUOTED,
        },
      },
    ])
  })

  test('applied at once charges the quoted amount, once per key, and only on payment', async () => {
    at.answer(base)
    const own = newOrder()
    const outcomes = [await open().changeNow(own), await open().changeNow(own)]
    expect(outcomes).toEqual([{ kind: 'changed' }, { kind: 'changed' }])
    expect(asked(`POST ${SUBSCRIPTION}`)[0]).toEqual({
      items,
      proration_behavior: 'always_invoice',
      proration_date: QUOTED,
      payment_behavior: 'pending_if_incomplete',
    })
    const writes = at.calls.filter(({ call }) => call === `POST ${SUBSCRIPTION}`)
    expect(writes.map(({ headers }) => headers['idempotency-key'])).toEqual(
      Array(2).fill(own.idempotencyKey),
    )
  })

  test.each([
    ['the bank wants to be asked', 'open', 'requires_action', 'payment_needed', 0],
    ['the card was declined', 'open', 'requires_payment_method', 'declined', 1],
    ['it was paid meanwhile', 'paid', 'succeeded', 'changed', 0],
    ['it was given up meanwhile', 'void', 'canceled', 'declined', 0],
  ] as const)('that is pending when %s', async (_what, status, intent, kind, voided) => {
    at.answer({
      ...base,
      [`POST ${SUBSCRIPTION}`]: {
        body: shapes.subscription({ pending_update: { expires_at: 1_773_200_000 } }),
      },
      'GET /v1/invoices/in_1': {
        body: shapes.invoice({ status, payments: shapes.listOf(shapes.invoicePayment(intent)) }),
      },
      'POST /v1/invoices/in_1/void': { body: shapes.invoice({ status: 'void' }) },
    })
    const outcome = await open().changeNow(newOrder())
    const url = 'https://invoice.stripe.test/in_1'
    expect(outcome).toEqual(kind === 'payment_needed' ? { kind, url } : { kind })
    // The customer keeps no invoice for a change that we reported as not made.
    expect(asked('POST /v1/invoices/in_1/void')).toHaveLength(voided)
  })

  test('with an immediately refused card is declined', async () => {
    const declined = {
      type: 'card_error',
      code: 'card_declined',
      decline_code: 'insufficient_funds',
    }
    at.answer({ ...base, [`POST ${SUBSCRIPTION}`]: stripeError(402, declined) })
    expect(await open().changeNow(newOrder())).toEqual({ kind: 'declined' })
  })

  const later = { ...order, ...pro }
  const plusSubscription = shapes.subscription({
    items: shapes.listOf(shapes.subscriptionItem({ price: shapes.plusPrice })),
  })
  const phases = {
    0: {
      start_date: String(shapes.PERIOD_STARTS),
      end_date: String(shapes.PERIOD_ENDS),
      items: { 0: { price: 'price_plus', quantity: '1' } },
      metadata: { checkoutId: shapes.CHECKOUT_ID },
    },
    1: {
      items: { 0: { price: 'price_pro', quantity: '1' } },
      duration: { interval: 'month', interval_count: '1' },
      proration_behavior: 'none',
      metadata: { checkoutId: shapes.CHECKOUT_ID },
    },
  }

  test('for the next period creates a schedule of the paid phase and the next', async () => {
    at.answer({
      ...base,
      [`GET ${SUBSCRIPTION}`]: { body: plusSubscription },
      'POST /v1/subscription_schedules': { body: shapes.schedule() },
      [`POST ${SCHEDULE}`]: { body: shapes.schedule() },
    })
    await open().changeAtPeriodEnd(later)
    expect(asked('POST /v1/subscription_schedules')).toEqual([{ from_subscription: 'sub_1' }])
    expect(asked(`POST ${SCHEDULE}`)).toEqual([
      { end_behavior: 'release', proration_behavior: 'none', phases },
    ])
  })

  test('for the next period reuses the existing schedule in its current phase', async () => {
    const second = { start_date: shapes.PERIOD_STARTS, end_date: shapes.PERIOD_ENDS }
    const past = { start_date: 1, end_date: shapes.PERIOD_STARTS }
    at.answer({
      ...base,
      [`GET ${SUBSCRIPTION}`]: { body: { ...plusSubscription, schedule: 'sub_sched_1' } },
      [`GET ${SCHEDULE}`]: {
        body: shapes.schedule({ current_phase: second, phases: [past, second] }),
      },
      [`POST ${SCHEDULE}`]: { body: shapes.schedule() },
    })
    await open().changeAtPeriodEnd(later)
    expect(asked(`POST ${SCHEDULE}`)[0]?.['phases']).toEqual(phases)
  })

  test('for the next period, clicked twice, reuses the schedule of the first click', async () => {
    let looks = 0
    at.answer({
      ...base,
      [`GET ${SUBSCRIPTION}`]: () => ({
        body: { ...plusSubscription, schedule: (looks += 1) > 1 ? 'sub_sched_1' : null },
      }),
      'POST /v1/subscription_schedules': stripeError(400),
      [`GET ${SCHEDULE}`]: { body: shapes.schedule() },
      [`POST ${SCHEDULE}`]: { body: shapes.schedule() },
    })
    await open().changeAtPeriodEnd(later)
    expect(asked(`POST ${SCHEDULE}`)).toHaveLength(1)
  })

  const scheduled = { body: shapes.subscription({ schedule: 'sub_sched_1' }) }
  const release = `POST ${SCHEDULE}/release`
  test.each([
    ['cancelAtPeriodEnd', {}, { cancel_at_period_end: 'true' }],
    [
      'resume',
      { cancel_at_period_end: true, cancel_at: shapes.PERIOD_ENDS },
      { cancel_at_period_end: 'false' },
    ],
    ['resume', {}, { cancel_at_period_end: 'false' }],
    // As Stripe's own page for customers cancels.
    ['resume', { cancel_at: shapes.PERIOD_ENDS }, { cancel_at: '' }],
  ] as const)('%s of %j sets %j', async (deed, state, expected) => {
    at.answer({ ...base, [`GET ${SUBSCRIPTION}`]: { body: shapes.subscription(state) } })
    await open()[deed]('sub_1')
    expect(asked(`POST ${SUBSCRIPTION}`)).toEqual([expected])
  })

  test.each(['cancelAtPeriodEnd', 'resume', 'changeNow'] as const)(
    '%s first takes the subscription out of its schedule',
    async (deed) => {
      const paidPeriod = { start_date: shapes.PERIOD_STARTS, end_date: shapes.PERIOD_ENDS }
      at.answer({
        ...base,
        [`GET ${SUBSCRIPTION}`]: scheduled,
        // As it remains when planning a change fails halfway.
        [`GET ${SCHEDULE}`]: { body: shapes.schedule({ phases: [paidPeriod] }) },
        [release]: { body: shapes.schedule() },
      })
      await (deed === 'changeNow' ? open().changeNow(newOrder()) : open()[deed]('sub_1'))
      expect(calls().indexOf(release)).toBeGreaterThanOrEqual(0)
      expect(calls().indexOf(release)).toBeLessThan(calls().indexOf(`POST ${SUBSCRIPTION}`))
    },
  )

  test('that would begin at once is refused while another is scheduled, which stays', async () => {
    at.answer({
      ...base,
      [`GET ${SUBSCRIPTION}`]: scheduled,
      [`GET ${SCHEDULE}`]: { body: shapes.schedule() },
    })
    await expect(open().changeNow(newOrder())).rejects.toMatchObject({ code: 'change_scheduled' })
    expect(calls()).toEqual([`GET ${SUBSCRIPTION}`, `GET ${SCHEDULE}`])
  })

  test.each([
    ['active', [{ prorate: 'true', invoice_now: 'true' }]],
    ['canceled', []],
  ] as const)(
    'a second subscription that is %s ends at once, with credit',
    async (status, expected) => {
      at.answer({
        [`GET ${SUBSCRIPTION}`]: { body: shapes.subscription({ status }) },
        [`DELETE ${SUBSCRIPTION}`]: { body: shapes.subscription({ status: 'canceled' }) },
      })
      await open().cancelNow('sub_1')
      expect(asked(`DELETE ${SUBSCRIPTION}`)).toEqual(expected)
    },
  )
})
