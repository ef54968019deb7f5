import { type QueryKey, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { getPlanStatus } from '#contracts/billing/plans.ts'
import { apiError } from '#testing/api-error.ts'
import { renderHook } from '#testing/render-screen.tsx'
import { textsOf } from '#testing/texts.ts'
import { createQueryClient, q } from '#web/api/query.ts'
import type { ApiRequest } from '#web/api/transport.ts'
import { toastStore } from '#web/lib/toast.ts'
import { useCancel, useResume } from './own-plan.tsx'
import { useChange } from './change-dialog.tsx'
import { useProviderPages } from './provider-pages.ts'
import type { PendingChange } from './use-plan.ts'

const { t } = textsOf('en')
const AT = '2026-12-22T10:00:00.000Z'
const refused = (message: string, code = 'billing_unavailable') => apiError(code, 409, { message })

const said = () =>
  toastStore.current().map(({ kind, title, description }) => [kind, title, description])
beforeEach(() => void vi.useFakeTimers())
afterEach(() => toastStore.set([]))

/** The result of a hook, and the calls made with it. */
function resultOf<Actions>(useActions: () => Actions, answer: unknown) {
  const sent: ApiRequest[] = []
  const steps: [call: string, said: unknown[]][] = []
  const client = createQueryClient(async (request) => {
    sent.push(request)
    steps.push([`${request.method} ${request.path}`, said()])
    if (answer instanceof Error) throw answer
    return answer
  })
  const status: QueryKey = q(getPlanStatus, {}).queryKey
  client.setQueryData(status, {})
  return {
    actions: renderHook(useActions, client),
    sent,
    steps,
    isStale: () => client.getQueryState(status)?.isInvalidated,
    watch: () =>
      new QueryObserver(client, {
        ...q(getPlanStatus, {}),
        retry: false,
        staleTime: Infinity,
      }).subscribe(() => undefined),
  }
}

const order = { planId: 'plus', billingCycle: 'yearly', currency: 'EUR' } as const

test(
  'an upgrade announces the checkout after a second and opens it two seconds later',
  { tags: ['plan-actions.upgrade-toast-1s', 'plan-actions.upgrade-pricing-2s'] },
  async () => {
    const go = vi.fn<(address: string) => void>()
    const page = { checkoutUrl: 'https://pay.example/1', checkoutId: crypto.randomUUID() }
    const { actions, sent } = resultOf(() => useProviderPages(go), page)
    void actions.openCheckout(order)
    await vi.advanceTimersByTimeAsync(999)
    expect(said()).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(said()).toEqual([['info', 'Redirecting to checkout', t('settings:plan.checkout.text')]])
    await vi.advanceTimersByTimeAsync(1_999)
    expect(go).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(go).toHaveBeenCalledExactlyOnceWith(page.checkoutUrl)
    expect(sent).toMatchObject([
      { method: 'POST', path: '/api/subscription/create-checkout', body: order },
    ])
  },
)

test(
  'the billing portal is announced after a second, then opened',
  { tags: ['plan-actions.manage-billing-1s'] },
  async () => {
    const go = vi.fn<(address: string) => void>()
    const { actions } = resultOf(() => useProviderPages(go), {
      portalUrl: 'https://pay.example/portal',
    })
    void actions.openPortal()
    await vi.advanceTimersByTimeAsync(999)
    expect(said()).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(said()).toEqual([
      ['info', t('settings:plan.billing.title'), t('settings:plan.billing.text')],
    ])
    await vi.advanceTimersByTimeAsync(1_000)
    expect(go).toHaveBeenCalledExactlyOnceWith('https://pay.example/portal')
  },
)

test.each([
  ['openCheckout', 'Upgrade failed', 'Failed to upgrade your plan'],
  ['openPortal', 'Access failed', 'Failed to open billing'],
] as const)(
  'when %s is refused, a toast titled “%s” says so and no page opens',
  { tags: ['errors.title-upgrade', 'errors.title-access'] },
  async (action, title, text) => {
    for (const message of ['The provider rests.', '']) {
      const go = vi.fn<(address: string) => void>()
      const { actions, isStale } = resultOf(() => useProviderPages(go), refused(message))
      await (action === 'openCheckout' ? actions.openCheckout(order) : actions.openPortal())
      expect(said()).toEqual([['error', title, message || text]])
      expect(isStale()).toBe(true)
      await vi.runAllTimersAsync()
      expect(go).not.toHaveBeenCalled()
    }
  },
)

test(
  'switching back to Guest cancels at the period end, then shows the toast, then reloads the plan status',
  {
    tags: [
      'plan-actions.downgrade-guest-cancel',
      'plan-actions.downgrade-guest-toast',
      'plan-actions.downgrade-guest-reload',
    ],
  },
  async () => {
    const done = vi.fn<() => void>()
    const { actions, steps, watch } = resultOf(() => useCancel(done), {
      message: 'Open until then.',
      endsAt: AT,
    })
    const stopWatching = watch()
    await actions.cancel()
    stopWatching()
    const toast = ['success', t('settings:plan.cancel.done'), 'Open until then.']
    expect(steps).toEqual([
      ['POST /api/plans/cancel?cancelAtPeriodEnd=true', []],
      ['GET /api/plans/status', [toast]],
    ])
    expect(said()).toEqual([toast])
    expect(done).toHaveBeenCalledOnce()
  },
)

test.each([
  ['with the message of the server', 'The provider rests.', 'The provider rests.'],
  ['otherwise with our own message', '', 'Failed to cancel subscription'],
])(
  'a failed cancellation is explained %s',
  { tags: ['errors.cancellation'] },
  async (_, message, text) => {
    const { actions } = resultOf(() => useCancel(() => undefined), refused(message))
    await actions.cancel()
    expect(said()).toEqual([['error', 'Downgrade failed', text]])
  },
)

test('an undone plan change shows a toast and reloads the plan', async () => {
  const { actions, isStale } = resultOf(() => useResume(() => undefined), {
    message: 'It goes on.',
    renewsAt: AT,
  })
  actions.run()
  await vi.runAllTimersAsync()
  expect(said()).toEqual([['success', t('settings:plan.resumed'), 'It goes on.']])
  expect(isStale()).toBe(true)
})

function change(answer: unknown) {
  const told: (PendingChange | 'closed' | 'expired')[] = []
  const options = {
    choice: { planId: 'pro', billingCycle: 'monthly' },
    onClose: () => void told.push('closed'),
    onPending: (pending: PendingChange) => void told.push(pending),
    onExpired: () => void told.push('expired'),
  } as const
  const { actions, ...rest } = resultOf(() => useChange(options), answer)
  const confirm = (takesEffect: 'now' | 'period_end') =>
    actions.confirm({
      takesEffect,
      effectiveAt: AT,
      dueNowMinor: 0,
      currency: 'USD',
      price: 39_00,
      quotedAt: AT,
    })
  return { confirm, told, ...rest }
}
const outcome = (name: string, paymentUrl: string | null = null) => ({
  outcome: name,
  effectiveAt: AT,
  paymentUrl,
  message: 'Nothing is charged today.',
})

test(
  'a downgrade to another plan is scheduled with the confirmed quote, and a toast says so after a second',
  { tags: ['plan-actions.downgrade-other-1s'] },
  async () => {
    const { confirm, told, sent, isStale } = change(outcome('scheduled'))
    void confirm('period_end')
    await vi.advanceTimersByTimeAsync(999)
    expect(said()).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(said()).toEqual([
      ['success', t('settings:plan.scheduled.done'), 'Nothing is charged today.'],
    ])
    expect(sent).toMatchObject([{ body: { planId: 'pro', billingCycle: 'monthly', quotedAt: AT } }])
    expect(isStale()).toBe(true)
    expect(told).toEqual(['closed'])
  },
)

test.each([
  ['changed', null],
  ['payment_needed', 'https://pay.example/confirm'],
])('a change that is %s claims nothing yet and waits for the plan', async (name, url) => {
  const { confirm, told } = change(outcome(name, url))
  void confirm('now')
  await vi.runAllTimersAsync()
  expect(told).toEqual([{ planId: 'pro', billingCycle: 'monthly', bankUrl: url }, 'closed'])
  expect(said()).toEqual([])
})

test.each([
  ['now', 'Upgrade failed'],
  ['period_end', 'Downgrade failed'],
] as const)(
  'a refused change for %s shows the toast “%s”',
  { tags: ['errors.title-downgrade'] },
  async (takesEffect, title) => {
    const { confirm, told } = change(refused('The card was declined.', 'payment_declined'))
    await confirm(takesEffect)
    expect(said()).toEqual([['error', title, 'The card was declined.']])
    expect(told).toEqual(['closed'])
  },
)

test('an expired quote is requested again without closing the dialog', async () => {
  const { confirm, told } = change(refused('Too old.', 'quote_expired'))
  await confirm('now')
  expect(told).toEqual(['expired'])
  expect(said()).toEqual([])
})
