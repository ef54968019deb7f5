import { expect, test } from 'vitest'
import type { CurrentSubscription } from '#contracts/billing/plans.ts'
import { defaultPriceList } from '#contracts/billing/price-list.ts'
import {
  cardAction,
  otherCycle,
  type PlanView,
  rankOf,
  sampleView,
  viewOfPrices,
} from './plan-view.ts'
import { hasTakenEffect } from './use-plan.ts'

const at = '2026-12-22T10:00:00.000Z'
const plus: CurrentSubscription = {
  productName: 'plus',
  renewsAt: at,
  billingCycle: 'monthly',
  price: 79_00,
  currency: 'USD',
  status: 'active',
  cancelAtPeriodEnd: false,
  scheduledChange: null,
}
const view = (own: PlanView['own'], subscription: CurrentSubscription | null = null): PlanView => ({
  ...viewOfPrices(defaultPriceList, 'USD'),
  kind: 'own',
  own,
  subscription,
})
const pro = { ...plus, productName: 'pro' }
const ending = { ...plus, cancelAtPeriodEnd: true }
const waiting = {
  ...plus,
  scheduledChange: { productName: 'pro', billingCycle: 'yearly' as const, startsAt: at },
}
const upgrade = (plan: 'pro' | 'plus') => ({ kind: 'change', plan, isUpgrade: true })
const downgrade = (plan: 'pro' | 'plus') => ({ kind: 'change', plan, isUpgrade: false })
const blocked = (by: string, isUpgrade: boolean) => ({ kind: 'blocked', by, isUpgrade })
const current = { kind: 'current' }
const begins = { kind: 'begins', at }

test('Guest is the lowest plan, then Pro, then Plus', { tags: ['plan-actions.order'] }, () => {
  expect((['guest', 'pro', 'plus'] as const).map(rankOf)).toEqual([1, 2, 3])
})

test.each([
  ['a guest buys', view('guest'), [current, { kind: 'checkout', plan: 'pro' }, { kind: 'checkout', plan: 'plus' }]],
  ['Pro is changed to Plus, or cancelled', view('pro', pro), [{ kind: 'cancel' }, current, upgrade('plus')]],
  ['Plus is changed to Pro, or cancelled', view('plus', plus), [{ kind: 'cancel' }, downgrade('pro'), current]],
  ['a change that is planned already begins', view('plus', waiting), [{ kind: 'cancel' }, begins, current]],
  ['a plan that ends has to be kept first', view('plus', ending), [begins, blocked('ending', false), current]],
  ['an overdue plan has to be paid first, but can be cancelled', view('pro', { ...pro, status: 'past_due' }), [{ kind: 'cancel' }, current, blocked('past-due', true)]],
  ['a complimentary Pro can be upgraded, not cancelled', view('pro'), [blocked('given', false), current, { kind: 'checkout', plan: 'plus' }]],
  ['a complimentary Plus stays', view('plus'), [blocked('given', false), blocked('given', false), current]],
  ['the sample offers no actions', sampleView('USD'), [blocked('sample', false), current, blocked('sample', true)]],
  ['visitors have no actions', viewOfPrices(defaultPriceList, 'EUR'), ['guest', 'pro', 'plus'].map(() => blocked('visitor', true))],
] as const)('%s', (_, of, actions) => {
  expect(of.offers.map(({ plan }) => cardAction(of, plan, 'yearly'))).toEqual(actions)
}) // prettier-ignore

test('the planned plan in the other billing cycle counts as a different change', () => {
  expect(cardAction(view('plus', waiting), 'pro', 'monthly')).toEqual(downgrade('pro'))
})

test.each([
  ['monthly', view('plus', plus), 'yearly'],
  ['yearly', view('plus', { ...plus, billingCycle: 'yearly' }), 'monthly'],
  ['cancelled', view('plus', ending), null],
  ['due', view('plus', { ...plus, status: 'past_due' }), null],
  ['about to change', view('plus', waiting), null],
  ['given', view('plus'), null],
] as const)('a subscription that is %s offers the other billing cycle, or none', (_, of, cycle) => {
  expect(otherCycle(of)).toBe(cycle)
})

test('a change has arrived once both the plan and the cycle match the choice', () => {
  const pending = { planId: 'plus', billingCycle: 'yearly', bankUrl: null } as const
  const hasArrived = (currentSubscription: CurrentSubscription | null) =>
    hasTakenEffect(pending, { currentSubscription })
  expect(hasArrived(plus)).toBe(false)
  expect(hasArrived({ ...pro, billingCycle: 'yearly' })).toBe(false)
  expect(hasArrived(null)).toBe(false)
  expect(hasArrived({ ...plus, billingCycle: 'yearly' })).toBe(true)
})
