import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { getPaymentStatus } from '#contracts/billing/plans.ts'
import { isPlan, type PlanName } from '#contracts/billing/plan-rights.ts'
import type { ResponseOf } from '#contracts/endpoint.ts'
import { isApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { isPrivate, transportOf } from '#web/api/query.ts'
import { pause } from '#web/api/pause.ts'
import { planOf, useSession, useSessionStore } from '#web/lib/session/session.tsx'

/** Maximum length that the server accepts; a longer id cannot be one that we issued. */
const MAX_ID_LENGTH = 200

/** State of the page that the payment provider returns to. */
export type PaymentView =
  | { kind: 'processing' }
  /**
   * Paid; the plan follows with the provider's confirmation. `isLate`: that takes longer than
   * usual.
   */
  | { kind: 'received'; isLate: boolean }
  /** `account`: whether this page has loaded its new plan. */
  | { kind: 'successful'; planName: PlanName; account: 'loading' | 'updated' | 'stale' }
  /** The provider has seen no payment within the usual time. */
  | { kind: 'unpaid' }
  | { kind: 'closed'; planName: PlanName }
  | { kind: 'unknown'; planName: PlanName }
  /** Our server did not answer, or its answer was unusable. */
  | { kind: 'unchecked'; error: unknown }
  | { kind: 'offline' }
  | { kind: 'signedOut' }

/**
 * The checkout that the address names, or else the latest one. Restarts when another account signs
 * in.
 */
export function usePayment(checkoutId: string | null): { view: PaymentView; retry: () => void } {
  const client = useQueryClient()
  const store = useSessionStore()
  const session = useSession()
  const [view, setView] = useState<PaymentView>({ kind: 'processing' })
  const [round, setRound] = useState(0)
  const openedAt = useRef<number | null>(null)
  const visitor = session.status === 'signed-in' ? session.user.id : session.status

  useEffect(() => {
    openedAt.current ??= performance.now()
    // A token is enough to ask; its check may wait long for an answer that never comes.
    if (visitor === 'checking' && store.token() === null) return
    const query = checkoutId ? { checkoutId: checkoutId.slice(0, MAX_ID_LENGTH) } : {}
    const left = new AbortController()
    void followPayment(
      {
        isSignedIn: visitor !== 'anonymous',
        isOnline: () => navigator.onLine,
        waitMs: Math.max(0, WAIT_MS - (performance.now() - openedAt.current)),
        fetchStatus: (signal) => call(transportOf(client), getPaymentStatus, { query }, signal),
        async refresh() {
          await store.check()
          // The former plan was refused some answers; load them again.
          void client.invalidateQueries({ predicate: isPrivate })
          const current = store.current()
          return current.status === 'signed-in' ? planOf(current.user) : 'guest'
        },
        show: setView,
      },
      left.signal,
    )
    return () => left.abort()
  }, [client, store, visitor, checkoutId, round])

  const retry = useCallback(() => {
    setView({ kind: 'processing' })
    setRound((before) => before + 1)
  }, [])
  useEffect(() => {
    if (view.kind !== 'offline') return
    addEventListener('online', retry)
    return () => removeEventListener('online', retry)
  }, [view.kind, retry])
  return { view, retry }
}

type Status = ResponseOf<typeof getPaymentStatus>

type Deps = {
  isSignedIn: boolean
  isOnline: () => boolean
  /** Before the first check: section 9 of the specification, minus the time already passed. */
  waitMs: number
  fetchStatus: (signal: AbortSignal) => Promise<Status>
  refresh: () => Promise<PlanName>
  show: (view: PaymentView) => void
}

const WAIT_MS = 2_000
const ANSWER_WITHIN_MS = 10_000
/** Half a minute, in which nearly every confirmation arrives. */
const firstPausesMs = [1_000, 1_500, 2_000, 3_000, 4_000, 5_000, 6_500, 7_000]
/**
 * Five more minutes, at longer intervals: each check may query the provider, which has rate limits.
 */
const laterPausesMs = Array.from({ length: 15 }, () => 20_000)

/** Until the outcome is final. Checking changes nothing, so it can be repeated freely. */
export async function followPayment(deps: Deps, signal: AbortSignal): Promise<void> {
  const show = (view: PaymentView) => {
    if (!signal.aborted) deps.show(view)
  }
  await pause(deps.waitMs, signal)
  // Without a connection the session could not be checked, so it says nothing about the visitor.
  if (!deps.isSignedIn) return show({ kind: deps.isOnline() ? 'signedOut' : 'offline' })
  for (const [attempt, pauseMs] of [...firstPausesMs, ...laterPausesMs, 0].entries()) {
    if (signal.aborted) return
    const view = await checkOnce(deps, attempt >= firstPausesMs.length, signal)
    show(view)
    if (view.kind === 'successful') {
      const shown = await deps.refresh()
      return show({ ...view, account: shown === view.planName ? 'updated' : 'stale' })
    }
    if (view.kind === 'closed' || view.kind === 'unknown') return
    await pause(pauseMs, signal)
  }
}

async function checkOnce(
  { fetchStatus }: Deps,
  isLate: boolean,
  signal: AbortSignal,
): Promise<PaymentView> {
  try {
    return viewOf(
      await fetchStatus(AbortSignal.any([signal, AbortSignal.timeout(ANSWER_WITHIN_MS)])),
      isLate,
    )
  } catch (error) {
    return hasNoAnswer(error) ? { kind: 'offline' } : { kind: 'unchecked', error }
  }
}

/** A dead line does not always fail: some calls just never end. */
const hasNoAnswer = (error: unknown): boolean =>
  isApiError(error, 'network') || (error instanceof DOMException && error.name === 'TimeoutError')

function viewOf({ state, planName }: Status, isLate: boolean): PaymentView {
  switch (state) {
    case 'active':
      return { kind: 'successful', planName: nameOf(planName), account: 'loading' }
    case 'received':
      return { kind: 'received', isLate }
    case 'open':
      // The provider itself may need a moment to register the payment.
      return { kind: isLate ? 'unpaid' : 'processing' }
    case 'closed':
    case 'unknown':
      return { kind: state, planName: nameOf(planName) }
    default:
      return state satisfies never
  }
}

const nameOf = (name: string): PlanName => (isPlan(name) ? name : 'guest')
