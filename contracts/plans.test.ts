import fc from 'fast-check'
import { expect, test } from 'vitest'
import { allEndpoints } from '#contracts/all-endpoints.ts'
import { cancelPlan, createCheckout, planRights } from './plans.ts'
import { defaultPriceList, PlanCurrency, yearlyPerMonth } from './price-list.ts'

test('every call about plans and subscriptions asks for a session, which the bearer token is', () => {
  const own = allEndpoints.filter(({ path }) => /^\/api\/(plans|subscription)\//.test(path))
  expect(own.map(({ method, path, access }) => `${method} ${path} ${access}`)).toEqual([
    'GET /api/plans/current session',
    'GET /api/plans/status session',
    'GET /api/plans/change session',
    'POST /api/plans/change session',
    'POST /api/plans/cancel session',
    'POST /api/plans/resume session',
    'POST /api/subscription/create-checkout session',
    'GET /api/subscription/payment-status session',
    'POST /api/subscription/portal session',
    'GET /api/subscription/invoices session',
  ])
})

test.each(PlanCurrency.options)(
  'in %s Pro costs 39 or 349 a year, Plus 79 or 549, and a guest nothing',
  (currency) => {
    expect(defaultPriceList[currency]).toEqual({
      pro: { monthly: 3900, yearly: 34900 },
      plus: { monthly: 7900, yearly: 54900 },
    })
    expect(planRights.guest.hasResearch).toBe(false)
  },
)

test('a year by the month is the total divided by twelve, in whole units', () => {
  expect([yearlyPerMonth(34900), yearlyPerMonth(54900)]).toEqual([29, 46])
  fc.assert(
    fc.property(fc.integer({ min: 100, max: 100_000_000 }), (yearlyMinor) => {
      const month = yearlyPerMonth(yearlyMinor)
      expect(Number.isInteger(month)).toBe(true)
      expect(Math.abs(month * 1200 - yearlyMinor)).toBeLessThanOrEqual(600)
    }),
  )
})

test.each([
  ['pro', true],
  ['plus', true],
  ['Pro', false],
  ['PLUS', false],
  ['guest', false],
  // Begins with a message, not with a payment.
  ['custom', false],
  ['', false],
])('the plan %j can be bought: %s', (planId, isSold) => {
  expect(createCheckout.body?.safeParse({ planId }).success).toBe(isSold)
})

test('a month is what is bought unless the year is asked for', () => {
  expect(createCheckout.body?.parse({ planId: 'pro' })).toEqual({ planId: 'pro', billingCycle: 'monthly' })
})

test('a cancellation has no body, and is for the end of the period alone', () => {
  expect('body' in cancelPlan).toBe(false)
  expect(cancelPlan.query?.safeParse({ cancelAtPeriodEnd: 'true' }).success).toBe(true)
  for (const query of [{}, { cancelAtPeriodEnd: 'false' }, { cancelAtPeriodEnd: '' }])
    expect(cancelPlan.query?.safeParse(query).success).toBe(false)
})
