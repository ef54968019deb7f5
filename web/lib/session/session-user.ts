import type { CurrentUser } from '#contracts/accounts/auth.ts'
import { isApiError, isRefusal, retryAfterMs as retryAfterMsOf } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import type { Transport } from '#web/api/transport.ts'
import { pause } from '#web/api/pause.ts'

/** null = the plan is unknown, and the user counts as a guest. */
export type SessionUser = CurrentUser & { planName: string | null }

/** `isPlanKnown`: whether the plan's call was answered for good. */
export type LoadedUser = { kind: 'user'; user: SessionUser; isPlanKnown: boolean }

type LoadResult =
  | LoadedUser
  | { kind: 'refused' }
  /** No answer, an unreadable one, or that of a busy or faulty server. */
  | { kind: 'no-answer' }

/** `isWanted` returns false when the result no longer matters. */
type RetryPolicy = { retryAfterMs: readonly number[]; isWanted: () => boolean }

const ANSWER_WITHIN_MS = 15_000
/** Longer pauses that a server asks for are cut, because a visitor is waiting. */
const MAX_PAUSE_MS = 10_000

export async function loadSessionUser(
  transport: Transport,
  policy: RetryPolicy,
): Promise<LoadResult> {
  const plan = loadPlan(transport, policy)
  try {
    const user = await withRetries(() => fetchUser(transport), policy)
    const { isPlanKnown, ...changes } = await plan
    return { kind: 'user', user: { ...user, ...changes }, isPlanKnown }
  } catch (error) {
    return { kind: isRefusal(error) ? 'refused' : 'no-answer' }
  }
}

/** Without an answer it also hides the picture: the header shows only confirmed data. */
async function loadPlan(
  transport: Transport,
  policy: RetryPolicy,
): Promise<{ planName: string | null; pictureUrl?: null; isPlanKnown: boolean }> {
  try {
    const { productName } = await withRetries(() => fetchPlan(transport), policy)
    return { planName: productName, isPlanKnown: true }
  } catch (error) {
    const plan = { planName: null, isPlanKnown: isRefusal(error) }
    return isAnswer(error) ? plan : { ...plan, pictureUrl: null }
  }
}

// Most visitors of the public pages are signed out, so the schemas for these answers load only when
// there is a token.
async function fetchUser(transport: Transport): Promise<CurrentUser> {
  const { getMe } = await import('#contracts/accounts/auth.ts')
  return call(transport, getMe, {}, timeout())
}

async function fetchPlan(transport: Transport): Promise<{ productName: string }> {
  const { getCurrentPlan } = await import('#contracts/billing/current-plan.ts')
  return call(transport, getCurrentPlan, {}, timeout())
}

async function withRetries<T>(attempt: () => Promise<T>, policy: RetryPolicy): Promise<T> {
  try {
    return await attempt()
  } catch (error) {
    const [delayMs, ...retryAfterMs] = policy.retryAfterMs
    if (delayMs === undefined || isRefusal(error) || !policy.isWanted()) throw error
    const askedMs = Math.min(retryAfterMsOf(error) ?? 0, MAX_PAUSE_MS)
    await pause(Math.max(delayMs, askedMs))
    return withRetries(attempt, { ...policy, retryAfterMs })
  }
}

const timeout = () => AbortSignal.timeout(ANSWER_WITHIN_MS)

const isAnswer = (error: unknown) => isApiError(error) && error.status >= 400

/** Whether the session is over: the server has ended it, or no longer knows it. */
export async function endSession(transport: Transport, signal: AbortSignal): Promise<boolean> {
  try {
    const { logout } = await import('#contracts/accounts/auth.ts')
    await call(transport, logout, {}, signal)
    return true
  } catch (error) {
    return isApiError(error) && error.status === 401
  }
}
