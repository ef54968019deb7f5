import { describe, expect, test, vi } from 'vitest'
import { PlanStatus } from '#contracts/billing/plans.ts'
import { defaultPriceList } from '#contracts/billing/price-list.ts'
import { DAY_MS } from '#contracts/dates.ts'
import { useBillingApp } from '#testing/billing-calls.ts'
import type { Buyer } from '#testing/billing-app.ts'
import { requestDeletion } from '#testing/deletion-calls.ts'
import { changeUser } from '#testing/factories.ts'
import { atOnce, codeOf, inTurn, post, statusesOf } from '#testing/test-app.ts'
import { notifyOfRenewals } from './notifications.ts'
import { cancelExtra, stopRenewals } from './stop-renewals.ts'

const { at, cancel, checkout, confirm, mailsTo, quote, settle, signInAgain } = useBillingApp()
const resume = ({ send }: Buyer) => post(send, '/api/plans/resume')
async function change(buyer: Buyer, planId: string, billingCycle?: string) {
  const { quotedAt } = (await quote(buyer, planId, billingCycle)).json()
  return confirm(buyer, planId, quotedAt, billingCycle)
}
const countMails = async (buyer: Buyer, kind: string) =>
  (await mailsTo(buyer)).filter((each) => each === kind).length

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
      const { availablePlans: plans } = PlanStatus.parse(status)
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
    const quoted = (await quote(buyer, 'plus')).json()
    expect(quoted).toMatchObject({
      takesEffect: 'now',
      dueNowMinor: 4000,
      currency: 'USD',
      price: 7900,
    })
    const answer = await change(buyer, 'plus')
    expect([answer.json().outcome, await at.roleOf(buyer)]).toEqual(['changed', 'PRO_USER'])
    await settle()
    expect([await at.roleOf(buyer), at.page.subscriptionsOf(buyer.userId).length]).toEqual([
      'PLUS_USER',
      1,
    ])
    const { invoices } = (await buyer.send('/api/subscription/invoices')).json()
    const amounts = invoices.map(({ amountMinor }: { amountMinor: number }) => amountMinor)
    expect(amounts.toSorted()).toEqual([3900, 4000])
  })

  test('that needs bank approval waits for it, and is dropped when the bank refuses', async () => {
    const buyer = await at.newCustomer({ planId: 'pro' }, 'challenge')
    const answer = (await change(buyer, 'plus')).json()
    expect([answer.outcome, answer.paymentUrl]).toEqual([
      'payment_needed',
      expect.stringContaining('/confirm/'),
    ])
    at.page.confirmChange(at.subscriptionOf(buyer), false)
    await settle()
    expect(await at.roleOf(buyer)).toBe('PRO_USER')
    at.app.ctx.clock.advance(1_000)
    await change(buyer, 'plus')
    at.page.confirmChange(at.subscriptionOf(buyer), true)
    await settle()
    expect(await at.roleOf(buyer)).toBe('PLUS_USER')
  })

  test('to a lower plan starts with the next period, and can be undone until then', async () => {
    const buyer = await at.newCustomer({ planId: 'plus' })
    expect((await quote(buyer, 'pro')).json()).toMatchObject({
      takesEffect: 'period_end',
      dueNowMinor: 0,
    })
    expect((await change(buyer, 'pro')).json().outcome).toBe('scheduled')
    const scheduled = (await at.statusOf(buyer)).currentSubscription.scheduledChange
    expect(scheduled).toMatchObject({ productName: 'pro', billingCycle: 'monthly' })
    await resume(buyer)
    expect((await at.statusOf(buyer)).currentSubscription.scheduledChange).toBeNull()
    await change(buyer, 'pro')
    await settle()
    expect(await at.roleOf(buyer)).toBe('PLUS_USER')
    at.page.turnOver(at.subscriptionOf(buyer))
    await settle()
    expect(await at.roleOf(buyer)).toBe('PRO_USER')
  })

  test('that begins at once is refused while another is planned, which stays until the customer undoes it', async () => {
    const buyer = await at.newCustomer({ planId: 'pro', billingCycle: 'yearly' }, 'challenge')
    const early = (await quote(buyer, 'plus', 'yearly')).json()
    await change(buyer, 'pro')
    const refused = [
      await quote(buyer, 'plus', 'yearly'),
      await confirm(buyer, 'plus', early.quotedAt, 'yearly'),
    ]
    expect(refused.map(codeOf)).toEqual(refused.map(() => [409, 'change_scheduled']))
    expect(at.subscriptionOf(buyer).next).toMatchObject({ plan: 'pro', billingCycle: 'monthly' })
    await resume(buyer)
    expect((await change(buyer, 'plus', 'yearly')).json().outcome).toBe('payment_needed')
  })

  test.each([
    ['the plan that the account already has', 'pro', 409, 'plan_already_held'],
    ['a plan that does not exist', 'gold', 400, 'invalid_request'],
  ])('to %s is refused', { tags: ['check-70'] }, async (_what, planId, status, code) => {
    expect(codeOf(await quote(await at.newCustomer(), planId))).toEqual([status, code])
  })

  test('with an old quote, without a subscription, or on an ending one is refused', async () => {
    const buyer = await at.newBuyer()
    expect((await quote(buyer, 'plus')).json().code).toBe('no_subscription')
    await at.buy(buyer)
    const quotedAt = new Date(at.app.ctx.now().getTime() - 31 * 60_000).toISOString()
    expect((await confirm(buyer, 'plus', quotedAt)).json().code).toBe('quote_expired')
    await cancel(buyer)
    expect((await quote(buyer, 'plus')).json().code).toBe('subscription_ending')
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
      expect(await countMails(buyer, 'subscription_cancelled')).toBe(1)
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
      vi.spyOn(billing, 'cancelAtPeriodEnd').mockImplementation(async (id) => {
        await cancelAtPeriodEnd(id)
        await settle()
      })
      expect(statusesOf(await atOnce(3, () => cancel(buyer)))).toEqual([200, 200, 200])
      expect(await countMails(buyer, 'subscription_cancelled')).toBe(1)
    },
  )

  test('can be undone before the period ends, and is refused without a subscription', async () => {
    const buyer = await at.newBuyer()
    expect([(await cancel(buyer)).json().code, (await resume(buyer)).json().code]).toEqual([
      'no_subscription',
      'no_subscription',
    ])
    await at.buy(buyer)
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
      await countMails(buyer, 'subscription_cancelled'),
      at.subscriptionOf(buyer).cancelAtPeriodEnd,
    ]).toEqual([1, true])
    expect((await at.statusOf(buyer)).currentSubscription.cancelAtPeriodEnd).toBe(true)
  })
})

test('deleting the account stops the renewal; undoing the deletion does not restart it', async () => {
  const buyer = await at.newCustomer({ planId: 'plus' })
  expect((await requestDeletion(buyer)).statusCode).toBe(200)
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
  expect(await countMails(buyer, 'renewal_soon')).toBe(0)
  at.app.ctx.clock.advance(359 * DAY_MS)
  await inTurn(2, () => notifyOfRenewals(at.app.ctx))
  expect(await countMails(buyer, 'renewal_soon')).toBe(1)
})

test('calls made while the provider is down say so and change nothing', async () => {
  const buyer = await at.newCustomer()
  await at.page[Symbol.asyncDispose]()
  const answers = [
    await cancel(buyer),
    await buyer.send('/api/subscription/invoices'),
    await checkout(await at.newBuyer()),
  ]
  expect(answers.map(codeOf)).toEqual(answers.map(() => [503, 'billing_unavailable']))
  expect(await at.statusOf(buyer)).toMatchObject({
    planName: 'pro',
    currentSubscription: { cancelAtPeriodEnd: false },
  })
})
