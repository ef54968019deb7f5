import { getMe, type CurrentUser } from '#contracts/auth.ts'
import { getCurrentPlan } from '#contracts/current-plan.ts'
import { isApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import type { Transport } from '#web/api/transport.ts'

/** Who is signed in, with the name of the plan; null = it could not be learned, which shows as a guest's. */
export type SessionUser = CurrentUser & { planName: string | null }

export type Loaded =
  | { kind: 'user'; user: SessionUser }
  /** The server does not know the token. */
  | { kind: 'refused' }
  /** Nobody answered, or not so that it could be read. */
  | { kind: 'silent' }

/** Asks something again after these waits while nobody answers; `isWorthIt` says when it no longer matters. */
export type Patience = { retryAfterMs: readonly number[]; isWorthIt: () => boolean }

const ANSWER_WITHIN_MS = 15_000

/** Asks who the token belongs to and for the plan, both at once. */
export async function loadSessionUser(transport: Transport, patience: Patience): Promise<Loaded> {
  const plan = loadPlan(transport, patience)
  try {
    const user = await patiently(() => call(transport, getMe, {}, soon()), patience)
    return { kind: 'user', user: { ...user, ...(await plan) } }
  } catch (error) {
    return { kind: isAnswer(error) ? 'refused' : 'silent' }
  }
}

/** Without an answer the picture goes too: what is shown then is what is surely known. */
async function loadPlan(
  transport: Transport,
  patience: Patience,
): Promise<{ planName: string | null; pictureUrl?: null }> {
  try {
    const { productName } = await patiently(() => call(transport, getCurrentPlan, {}, soon()), patience)
    return { planName: productName }
  } catch (error) {
    return isAnswer(error) ? { planName: null } : { planName: null, pictureUrl: null }
  }
}

async function patiently<T>(ask: () => Promise<T>, patience: Patience): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    const [delayMs, ...retryAfterMs] = patience.retryAfterMs
    if (delayMs === undefined || isFinal(error) || !patience.isWorthIt()) throw error
    await new Promise((resolve) => setTimeout(resolve, delayMs))
    return patiently(ask, { ...patience, retryAfterMs })
  }
}

const soon = () => AbortSignal.timeout(ANSWER_WITHIN_MS)

const isAnswer = (error: unknown) => isApiError(error) && error.status >= 400

/** A server that is busy or restarts may say something else in a moment. */
const isFinal = (error: unknown) =>
  isApiError(error) && error.status >= 400 && error.status < 500 && error.status !== 429
