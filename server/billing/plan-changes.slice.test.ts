import { describe, expect, test } from 'vitest'
import { PlanStatus } from '#contracts/billing/plans.ts'
import { defaultPriceList } from '#contracts/billing/price-list.ts'
import { createBillingCalls } from '#testing/billing-calls.ts'
import { type Buyer, startBillingApp } from '#testing/billing-app.ts'
import { changeUser, TEST_PASSWORD } from '#testing/factories.ts'
import { codeOf, post } from '#testing/test-app.ts'
import { notifyOfRenewals } from './notifications.ts'
import { cancelExtra, stopRenewals } from './stop-renewals.ts'
import { sharedByTests } from '#testing/shared-by-tests.ts'

const DAY_MS = 24 * 60 * 60_000

const at = sharedByTests(startBillingApp)

const { checkout, quote, settle } = createBillingCalls(() => at)
const cancel = ({ send }: Buyer) => post(send, '/api/plans/cancel?cancelAtPeriodEnd=true')
const resume = ({ send }: Buyer) => post(send, '/api/plans/resume')
async function change(buyer: Buyer, planId: string, billingCycle: string) {
  const { quotedAt } = (await quote(buyer, planId, billingCycle)).json()
  const payload = { planId, billingCycle, quotedAt }
  return post(buyer.send, '/api/plans/change', payload)
}
const signInAgain = async ({ userId }: Buyer): Promise<Buyer> => ({
  userId,
  ...(await at.app.openSession(userId)),
})
const mailsTo = async ({ userId }: Buyer, kind: string) =>
  (
    await at.app.ctx.db
      .selectFrom('outgoing_mails')
      .select('id')
      .where('user_id', '=', userId)
      .where('kind', '=', kind)
      .execute()
  ).length

describe('the plan status', () => {
  test(
    'lists guest, pro and plus with both cycles in cents, in the currency of the subscription',
    {
      tags: [
        'plan-status.plan-name',
        'plan-status.subscription',
        'plan-status.available-plans',
        'plan-status.variants',
        'calls.plans-status',
        'const.guest-plan',
        'const.plan-api-cents',
      ],
    },
    async () => {
      const buyer = await at.newBuyer()
      const before = await at.statusOf(buyer)
      expect([before.planName, before.currentSubscription, before.currency]).toEqual([
        'guest',
        null,
        'USD',
      ])
      await at.buy(buyer, { planId: 'pro', billingCycle: 'yearly', currency: 'EUR' })
      const status = await at.statusOf(buyer)
      expect(status).toMatchObject({
        planName: 'pro',
        currency: 'EUR',
        currentSubscription: {
          productName: 'pro',
          billingCycle: 'yearly',
          price: 34900,
          cancelAtPeriodEnd: false,
          status: 'active',
          renewsAt: new Date(at.subscriptionOf(buyer).periodEndsAt).toISOString(),
        },
      })
      const { availablePlans: plans } = PlanStatus.parse(await at.statusOf(buyer))
      const shown = plans.map((plan) => [plan.productName, plan.currentPlan, plan.canUpgradeTo])
      expect(shown).toEqual([
        ['guest', false, false],
        ['pro', true, false],
        ['plus', false, true],
      ])
      const variants = plans.map((plan) =>
        plan.variants.map((one) => [one.price, one.currentVariant]),
      )
      expect(variants).toEqual([
      [[0, false], [0, false]],
      [[3900, false], [34900, true]],
      [[7900, false], [54900, false]],
    ]) // prettier-ignore
      expect((await at.app.anonymous('/api/public/prices')).json()).toEqual({
        prices: defaultPriceList,
      })
    },
  )
})

describe('a change', () => {
  test('to a higher plan is quoted, prorated for the rest of the period, and applied by the event', async () => {
    const buyer = await at.newCustomer()
    const quoted = (await quote(buyer, 'plus', 'monthly')).json()
    expect(quoted).toMatchObject({
      takesEffect: 'now',
      dueNowMinor: 4000,
      currency: 'USD',
      price: 7900,
    })
    const answer = await change(buyer, 'plus', 'monthly')
    expect([answer.json().outcome, await at.roleOf(buyer)]).toEqual(['changed', 'PRO_USER'])
    await settle()
    expect([await at.roleOf(buyer), at.page.subscriptionsOf(buyer.userId).length]).toEqual([
      'PLUS_USER',
      1,
    ])
    const { invoices } = (await buyer.send('/api/subscription/invoices')).json()
    expect(
      invoices.map(({ amountMinor }: { amountMinor: number }) => amountMinor).toSorted(),
    ).toEqual([3900, 4000])
  })

  test('that needs bank approval waits for it, and is dropped when the bank refuses', async () => {
    const buyer = await at.newCustomer({ planId: 'pro' }, 'challenge')
    const answer = (await change(buyer, 'plus', 'monthly')).json()
    expect([answer.outcome, answer.paymentUrl]).toEqual([
      'payment_needed',
      expect.stringContaining('/confirm/'),
    ])
    at.page.confirmChange(at.subscriptionOf(buyer), false)
    await settle()
    expect(await at.roleOf(buyer)).toBe('PRO_USER')
    at.app.ctx.clock.advance(1_000)
    await change(buyer, 'plus', 'monthly')
    at.page.confirmChange(at.subscriptionOf(buyer), true)
    await settle()
    expect(await at.roleOf(buyer)).toBe('PLUS_USER')
  })

  test('to a lower plan starts with the next period, and can be undone until then', async () => {
    const buyer = await at.newCustomer({ planId: 'plus' })
    expect((await quote(buyer, 'pro', 'monthly')).json()).toMatchObject({
      takesEffect: 'period_end',
      dueNowMinor: 0,
    })
    expect((await change(buyer, 'pro', 'monthly')).json().outcome).toBe('scheduled')
    const scheduled = (await at.statusOf(buyer)).currentSubscription.scheduledChange
    expect(scheduled).toMatchObject({ productName: 'pro', billingCycle: 'monthly' })
    await resume(buyer)
    expect((await at.statusOf(buyer)).currentSubscription.scheduledChange).toBeNull()
    await change(buyer, 'pro', 'monthly')
    await settle()
    expect(await at.roleOf(buyer)).toBe('PLUS_USER')
    at.page.turnOver(at.subscriptionOf(buyer))
    await settle()
    expect(await at.roleOf(buyer)).toBe('PRO_USER')
  })

  test('that begins at once is refused while another is planned, which stays until the customer undoes it', async () => {
    const buyer = await at.newCustomer({ planId: 'pro', billingCycle: 'yearly' }, 'challenge')
    const early = (await quote(buyer, 'plus', 'yearly')).json()
    await change(buyer, 'pro', 'monthly')
    const refused = [
      await quote(buyer, 'plus', 'yearly'),
      await buyer.send({
        method: 'POST',
        url: '/api/plans/change',
        payload: { planId: 'plus', billingCycle: 'yearly', quotedAt: early.quotedAt },
      }),
    ]
    expect(refused.map(codeOf)).toEqual(refused.map(() => [409, 'change_scheduled']))
    expect(at.subscriptionOf(buyer).next).toMatchObject({ plan: 'pro', billingCycle: 'monthly' })
    await resume(buyer)
    expect((await change(buyer, 'plus', 'yearly')).json().outcome).toBe('payment_needed')
  })

  test.each([
    ['the plan that the account already has', 'pro', 'monthly', 409, 'plan_already_held'],
    ['a plan that does not exist', 'gold', 'monthly', 400, 'invalid_request'],
  ])(
    'to %s is refused',
    { tags: ['check-70'] },
    async (_what, planId, billingCycle, status, code) => {
      const buyer = await at.newCustomer()
      const answer = await quote(buyer, planId, billingCycle)
      expect(codeOf(answer)).toEqual([status, code])
    },
  )

  test('with an old quote, without a subscription, or on an ending one is refused', async () => {
    const buyer = await at.newBuyer()
    expect((await quote(buyer, 'plus', 'monthly')).json().code).toBe('no_subscription')
    await at.buy(buyer, { planId: 'pro' })
    const quotedAt = new Date(at.app.ctx.now().getTime() - 31 * 60_000).toISOString()
    const payload = { planId: 'plus', billingCycle: 'monthly', quotedAt }
    const old = await post(buyer.send, '/api/plans/change', payload)
    expect(old.json().code).toBe('quote_expired')
    await cancel(buyer)
    expect((await quote(buyer, 'plus', 'monthly')).json().code).toBe('subscription_ending')
  })
})

describe('a cancellation', () => {
  test(
    'keeps access to the very end of the period, across a clock change, and not a moment longer',
    { tags: ['calls.plans-cancel', 'check-19', 'check-71'] },
    async () => {
      const { clock } = at.app.ctx
      clock.set('2027-03-01T12:00:00.000Z')
      const buyer = await at.newCustomer()
      const answer = await cancel(buyer)
      expect(answer.json().endsAt).toBe('2027-04-01T12:00:00.000Z')
      expect((await cancel(buyer)).json().endsAt).toBe('2027-04-01T12:00:00.000Z')
      expect(await at.statusOf(buyer)).toMatchObject({
        currentSubscription: { cancelAtPeriodEnd: true },
      })
      await settle()
      expect(await mailsTo(buyer, 'subscription_cancelled')).toBe(1)
      clock.set('2027-04-01T11:59:59.999Z')
      const late = await signInAgain(buyer)
      expect((await late.send('/api/stores')).statusCode).toBe(200)
      // No event has reported the end yet.
      clock.set('2027-04-01T12:00:00.000Z')
      const refused = await late.send('/api/stores')
      expect(codeOf(refused)).toEqual([403, 'plan_required'])
      expect((await at.statusOf(late)).planName).toBe('guest')
      at.page.settleDue()
      await settle()
      expect(await at.roleOf(late)).toBe('GUEST')
      // A customer who cancelled may subscribe again.
      await at.buy(late, { planId: 'plus' })
      expect(await at.roleOf(late)).toBe('PLUS_USER')
    },
  )

  test(
    'clicked three times sends one mail even while its event arrives',
    { tags: ['check-71'] },
    async () => {
      const buyer = await at.newCustomer()
      const { billing } = at.app.ctx
      const { cancelAtPeriodEnd } = billing
      // The provider's event arrives before its answer.
      billing.cancelAtPeriodEnd = async (id) => {
        await cancelAtPeriodEnd(id)
        await settle()
      }
      try {
        const answers = await Promise.all([cancel(buyer), cancel(buyer), cancel(buyer)])
        expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
      } finally {
        billing.cancelAtPeriodEnd = cancelAtPeriodEnd
      }
      expect(await mailsTo(buyer, 'subscription_cancelled')).toBe(1)
    },
  )

  test('can be undone before the period ends, and is refused without a subscription', async () => {
    const buyer = await at.newBuyer()
    expect([(await cancel(buyer)).json().code, (await resume(buyer)).json().code]).toEqual([
      'no_subscription',
      'no_subscription',
    ])
    await at.buy(buyer, { planId: 'pro' })
    await cancel(buyer)
    expect((await resume(buyer)).statusCode).toBe(200)
    await settle()
    expect([await at.roleOf(buyer), at.subscriptionOf(buyer).cancelAtPeriodEnd]).toEqual([
      'PRO_USER',
      false,
    ])
  })

  test('made on the provider’s own page sends one mail', async () => {
    const buyer = await at.newCustomer()
    const { portalUrl } = (await post(buyer.send, '/api/subscription/portal')).json()
    const body = new URLSearchParams({ deed: 'cancel', subscription: at.subscriptionOf(buyer).id })
    expect((await fetch(portalUrl, { method: 'POST', body })).status).toBe(200)
    await settle()
    expect([
      await mailsTo(buyer, 'subscription_cancelled'),
      at.subscriptionOf(buyer).cancelAtPeriodEnd,
    ]).toEqual([1, true])
    expect((await at.statusOf(buyer)).currentSubscription.cancelAtPeriodEnd).toBe(true)
  })
})

test('deleting the account stops the renewal; undoing the deletion does not restart it', async () => {
  const buyer = await at.newCustomer({ planId: 'plus' })
  const payload = { currentPassword: TEST_PASSWORD }
  expect((await post(buyer.send, '/api/users/deletion', payload)).statusCode).toBe(200)
  await stopRenewals(at.app.ctx)
  expect(at.subscriptionOf(buyer).cancelAtPeriodEnd).toBe(true)
  await changeUser(at.app.ctx.db, buyer.userId, { deletion_requested_at: null })
  await settle()
  const back = await signInAgain(buyer)
  expect(await at.statusOf(back)).toMatchObject({
    planName: 'plus',
    currentSubscription: { cancelAtPeriodEnd: true },
  })
})

test('only one of two subscriptions bought at the same moment remains', async () => {
  const buyer = await at.newCustomer()
  const { customerId } = at.subscriptionOf(buyer)
  const offer = {
    plan: 'plus',
    billingCycle: 'monthly',
    currency: 'USD',
    amountMinor: 7900,
  } as const
  at.page.openSubscription({ ...offer, customerId, checkoutId: null })
  await settle()
  const { userId } = buyer
  for (const { id: subscriptionId } of at.page.subscriptionsOf(userId))
    await cancelExtra(at.app.ctx, subscriptionId)
  await settle()
  const living = at.page.subscriptionsOf(userId).filter(({ status }) => status === 'active')
  expect([living.map(({ plan }) => plan), await at.roleOf(buyer)]).toEqual([['plus'], 'PLUS_USER'])
})

test('a yearly plan that renews within a week is announced once', async () => {
  const buyer = await at.newCustomer({ planId: 'pro', billingCycle: 'yearly' })
  await notifyOfRenewals(at.app.ctx)
  expect(await mailsTo(buyer, 'renewal_soon')).toBe(0)
  at.app.ctx.clock.advance(359 * DAY_MS)
  await notifyOfRenewals(at.app.ctx)
  await notifyOfRenewals(at.app.ctx)
  expect(await mailsTo(buyer, 'renewal_soon')).toBe(1)
})

test('calls made while the provider is down say so and change nothing', async () => {
  const buyer = await at.newCustomer()
  await at.page[Symbol.asyncDispose]()
  const answers = [
    await cancel(buyer),
    await buyer.send('/api/subscription/invoices'),
    await checkout(await at.newBuyer(), { planId: 'pro' }),
  ]
  expect(answers.map(codeOf)).toEqual(answers.map(() => [503, 'billing_unavailable']))
  expect(await at.statusOf(buyer)).toMatchObject({
    planName: 'pro',
    currentSubscription: { cancelAtPeriodEnd: false },
  })
})
