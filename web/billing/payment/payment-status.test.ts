import { beforeEach, expect, test, vi } from 'vitest'
import type { PaymentState } from '#contracts/billing/plans.ts'
import { apiError } from '#testing/api-error.ts'
import { followPayment, type PaymentView } from './payment-status.ts'

beforeEach(() => void vi.useFakeTimers())

const busy = apiError('overloaded', 503)
const lost = apiError('network', 0)

type Seen = PaymentState | Error
type Given = {
  seen: Seen[]
  planName?: string
  isSignedIn?: boolean
  isOnline?: boolean
  refreshed?: 'guest' | 'plus'
}

function follow({
  seen,
  planName = 'plus',
  isSignedIn = true,
  isOnline = true,
  refreshed = 'plus',
}: Given) {
  const views: [seconds: number, PaymentView][] = []
  const left = new AbortController()
  const startedAt = Date.now()
  const seconds = () => (Date.now() - startedAt) / 1000
  let looks = 0
  const over = followPayment(
    {
      isSignedIn,
      isOnline: () => isOnline,
      waitMs: 2_000,
      async fetchStatus() {
        const answer = seen[Math.min(looks++, seen.length - 1)] ?? 'unknown'
        if (answer instanceof Error) throw answer
        return { state: answer, planName }
      },
      refresh: async () => refreshed,
      show: (view) => void views.push([seconds(), view]),
    },
    left.signal,
  )
  const last = () => views.at(-1)?.[1]
  return { views, last, left, over, seconds, looks: () => looks }
}

test(
  'the page waits two seconds, then reloads the plan, and only then calls it updated',
  { tags: ['payment.wait-2s', 'payment.plan-updated'] },
  async () => {
    const { views, looks } = follow({ seen: ['active'] })
    await vi.advanceTimersByTimeAsync(1_999)
    expect([looks(), views]).toEqual([0, []])
    await vi.runAllTimersAsync()
    expect(views).toEqual([
      [2, { kind: 'successful', planName: 'plus', account: 'loading' }],
      [2, { kind: 'successful', planName: 'plus', account: 'updated' }],
    ])
  },
)

test('a plan that the page could not load is not called updated', async () => {
  const { last, over } = follow({ seen: ['active'], refreshed: 'guest' })
  await vi.runAllTimersAsync()
  await over
  expect(last()).toEqual({ kind: 'successful', planName: 'plus', account: 'stale' })
})

test('the page keeps asking for a late payment confirmation, at growing intervals', async () => {
  const { views, last, looks, over, seconds } = follow({ seen: ['received'] })
  await vi.advanceTimersByTimeAsync(31_999)
  expect(last()).toEqual({ kind: 'received', isLate: false })
  expect(looks()).toBe(8)
  await vi.advanceTimersByTimeAsync(1)
  expect(last()).toEqual({ kind: 'received', isLate: true })
  await vi.runAllTimersAsync()
  await over
  expect([looks(), seconds()]).toEqual([24, 2 + 30 + 300])
  expect(views.map(([, { kind }]) => kind)).not.toContain('successful')
})

test('a confirmation that arrives during the wait shows the plan within a second', async () => {
  const { views } = follow({ seen: ['received', 'active'] })
  await vi.runAllTimersAsync()
  expect(views.map(([at, { kind }]) => [at, kind])).toEqual([
    [2, 'received'],
    [3, 'successful'],
    [3, 'successful'],
  ])
})

test.each<[string, Given, PaymentView, number]>([
  ['an id that is nobody’s', { seen: ['unknown'], planName: 'guest' }, { kind: 'unknown', planName: 'guest' }, 1],
  ['a checkout that ended unpaid', { seen: ['closed'], planName: 'guest' }, { kind: 'closed', planName: 'guest' }, 1],
  ['a plan of another name', { seen: ['unknown'], planName: 'ultra' }, { kind: 'unknown', planName: 'guest' }, 1],
  ['somebody who is not signed in', { seen: ['active'], isSignedIn: false }, { kind: 'signedOut' }, 0],
  ['no payment after half a minute', { seen: ['open'] }, { kind: 'unpaid' }, 24],
  ['a server in trouble', { seen: [busy] }, { kind: 'unchecked', error: busy }, 24],
  ['somebody whose session could not be checked without a connection', { seen: ['active'], isSignedIn: false, isOnline: false }, { kind: 'offline' }, 0],
  ['a call that never ends', { seen: [new DOMException('', 'TimeoutError')] }, { kind: 'offline' }, 24],
  ['a lost connection', { seen: [lost] }, { kind: 'offline' }, 24],
])('%s is not shown as a success', async (_, given, view, looks) => {
  const payment = follow(given)
  await vi.runAllTimersAsync()
  await payment.over
  expect(payment.last()).toEqual(view)
  expect(payment.looks()).toBe(looks)
  expect(payment.views.map(([, { kind }]) => kind)).not.toContain('successful')
}) // prettier-ignore

test('an unpaid checkout still counts as processing, and a lost answer is requested again', async () => {
  const { views } = follow({ seen: ['open', lost, busy, 'received', 'active'] })
  await vi.runAllTimersAsync()
  const kinds = ['processing', 'offline', 'unchecked', 'received', 'successful', 'successful']
  expect(views.map(([, { kind }]) => kind)).toEqual(kinds)
})

test('leaving the page stops both the updates and the requests', async () => {
  const { views, left, over, looks } = follow({ seen: ['received'] })
  await vi.advanceTimersByTimeAsync(2_500)
  left.abort()
  await over
  await vi.runAllTimersAsync()
  expect([views.length, looks()]).toEqual([1, 1])
})
