import { expect, test } from 'vitest'
import { allEndpoints } from '#contracts/all-endpoints.ts'
import { cancelPlan, createCheckout } from './plans.ts'
import { planRights } from './plan-rights.ts'
import { defaultPriceList, PlanCurrency } from './price-list.ts'

test(
  'every plan and subscription endpoint requires a session (the bearer token)',
  { tags: ['roles.bearer-plans'] },
  () => {
    const own = allEndpoints.filter(({ path }) => /^\/api\/(plans|subscription)\//.test(path))
    const calls = own.map(({ method, path, access }) => `${method} ${path} ${access}`)
    expect(calls.toSorted()).toEqual([
      'GET /api/plans/change session',
      'GET /api/plans/current session',
      'GET /api/plans/status session',
      'GET /api/subscription/invoices session',
      'GET /api/subscription/payment-status session',
      'POST /api/plans/cancel session',
      'POST /api/plans/change session',
      'POST /api/plans/resume session',
      'POST /api/subscription/create-checkout session',
      'POST /api/subscription/portal session',
    ])
  },
)

test.each(PlanCurrency.options)(
  'in %s Pro costs 39 a month or 349 a year, Plus 79 or 549, and a guest pays nothing',
  { tags: ['const.pro-prices', 'const.plus-prices'] },
  (currency) => {
    expect(defaultPriceList[currency]).toEqual({
      pro: { monthly: 3900, yearly: 34900 },
      plus: { monthly: 7900, yearly: 54900 },
    })
    expect(planRights.guest.hasResearch).toBe(false)
  },
)

test.each([
  ['pro', true],
  ['plus', true],
  ['Pro', false],
  ['PLUS', false],
  ['guest', false],
  // Begins with a message, not with a payment.
  ['custom', false],
  ['', false],
])(
  'the plan %j can be bought: %s',
  { tags: ['product.tiers', 'calls.create-checkout-plan-id'] },
  (planId, isSold) => {
    expect(createCheckout.body?.safeParse({ planId }).success).toBe(isSold)
  },
)

test(
  'checkout bills monthly unless the request asks for yearly',
  { tags: ['calls.create-checkout'] },
  () => {
    expect(createCheckout.body?.parse({ planId: 'pro' })).toEqual({
      planId: 'pro',
      billingCycle: 'monthly',
    })
  },
)

test('a cancellation takes no body and applies only at the end of the period', () => {
  expect('body' in cancelPlan).toBe(false)
  expect(cancelPlan.query?.safeParse({ cancelAtPeriodEnd: 'true' }).success).toBe(true)
  for (const query of [{}, { cancelAtPeriodEnd: 'false' }, { cancelAtPeriodEnd: '' }])
    expect(cancelPlan.query?.safeParse(query).success).toBe(false)
})
