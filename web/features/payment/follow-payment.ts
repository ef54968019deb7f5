import type { ResponseOf } from '#contracts/endpoint.ts'
import { type getPaymentStatus, planRights, type PlanName } from '#contracts/plans.ts'
import { isApiError } from '#web/api/api-error.ts'
import type { PaymentView } from './payment-view.ts'

type Status = ResponseOf<typeof getPaymentStatus>

type Deps = {
  isSignedIn: boolean
  /** Before the first check: section 9 of the specification, minus the time already passed. */
  waitMs: number
  ask: (signal: AbortSignal) => Promise<Status>
  /** Reloads the account. Resolves to its current plan. */
  refresh: () => Promise<PlanName>
  show: (view: PaymentView) => void
}

export const WAIT_MS = 2_000
const ANSWER_WITHIN_MS = 10_000
/** Half a minute, in which nearly every confirmation arrives. */
const soonMs = [1_000, 1_500, 2_000, 3_000, 4_000, 5_000, 6_500, 7_000]
/** Five more minutes, at longer intervals: each check may query the provider, which has rate limits. */
const laterMs = Array.from({ length: 15 }, () => 20_000)

/** Checks the payment until its outcome is final. Checking changes nothing, so it can be repeated freely. */
export async function followPayment(deps: Deps, signal: AbortSignal): Promise<void> {
  const show = (view: PaymentView) => {
    if (!signal.aborted) deps.show(view)
  }
  await pause(deps.waitMs, signal)
  if (!deps.isSignedIn) return show({ kind: 'signedOut' })
  for (const [look, pauseMs] of [...soonMs, ...laterMs, 0].entries()) {
    if (signal.aborted) return
    const view = await lookOnce(deps, look >= soonMs.length, signal)
    show(view)
    if (view.kind === 'successful') {
      const shown = await deps.refresh()
      return show({ ...view, account: shown === view.planName ? 'updated' : 'stale' })
    }
    if (view.kind === 'closed' || view.kind === 'unknown') return
    await pause(pauseMs, signal)
  }
}

async function lookOnce({ ask }: Deps, isLate: boolean, signal: AbortSignal): Promise<PaymentView> {
  try {
    return viewOf(await ask(AbortSignal.any([signal, AbortSignal.timeout(ANSWER_WITHIN_MS)])), isLate)
  } catch (error) {
    return isApiError(error, 'network') ? { kind: 'offline' } : { kind: 'unchecked', error }
  }
}

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

const isPlan = (name: string): name is PlanName => Object.hasOwn(planRights, name)
const nameOf = (name: string): PlanName => (isPlan(name) ? name : 'guest')

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted || ms === 0) return resolve()
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true })
  })
