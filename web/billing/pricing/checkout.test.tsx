import { afterEach, expect, test, vi } from 'vitest'
import type { PaidPlan } from '#contracts/billing/price-list.ts'
import { apiError } from '#testing/api-error.ts'
import { renderHook } from '#testing/render-screen.tsx'
import { createQueryClient } from '#web/api/query.ts'
import type { ApiRequest } from '#web/api/transport.ts'
import type { Billing } from '#web/billing/billing-toggle.tsx'
import { toastStore } from '#web/lib/toast.ts'
import { useCheckout } from './checkout.tsx'

const CHECKOUT = {
  checkoutUrl: 'https://pay.test/c/1',
  checkoutId: '00000000-0000-4000-8000-000000000001',
}

afterEach(() => toastStore.set([]))

function choose(plan: PaidPlan, billing: Billing, answer: () => Promise<unknown>) {
  const asked: ApiRequest[] = []
  const assign = vi.fn<(address: string) => void>()
  vi.stubGlobal('location', { assign })
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const client = createQueryClient((request) => (asked.push(request), answer()))
  renderHook(() => useCheckout(plan, billing), client, { visitor: 'guest' }).start()
  return { asked, assign, warn }
}

test.each([
  ['pro', 'monthly', 'monthly'],
  ['plus', 'annual', 'yearly'],
] as const)(
  '%s, %s: the button requests the checkout page of this plan and opens it',
  { tags: ['calls.create-checkout'] },
  async (planId, billing, billingCycle) => {
    const { asked, assign } = choose(planId, billing, async () => CHECKOUT)
    await expect.poll(() => assign).toHaveBeenCalledWith(CHECKOUT.checkoutUrl)
    expect(asked.map(({ method, path, body }) => [method, path, body])).toEqual([
      ['POST', '/api/subscription/create-checkout', { planId, billingCycle, currency: 'USD' }],
    ])
  },
)

test.each([
  ['billing_unavailable', 503, []],
  ['already_subscribed', 409, ['You have one.']],
])(
  '%s (%i) is logged and opens nothing; an existing subscription is named in a toast',
  { tags: ['errors.checkout'] },
  async (code, status, said) => {
    const error = apiError(code, status, { message: 'You have one.' })
    const { assign, warn } = choose('plus', 'monthly', () => Promise.reject(error))
    await expect.poll(() => warn).toHaveBeenCalledWith('no checkout', error)
    expect(assign).not.toHaveBeenCalled()
    expect(toastStore.current().map(({ title }) => title)).toEqual(said)
  },
)
