import { IDENTITY_CHANNEL, IdentityWindowMessage, startIdentity } from '#contracts/accounts/auth.ts'
import { call } from '#web/api/call.ts'
import type { Transport } from '#web/api/transport.ts'
import { useTranslation } from 'react-i18next'
import { isApiError } from '#web/api/api-error.ts'
import { useErrorText } from '#web/lib/i18n/error-text.ts'

type IdentityOutcome =
  | { kind: 'token'; idToken: string }
  /** The user closed the window or declined. */
  | { kind: 'cancelled' }
  | { kind: 'failed'; error: unknown }

export class IdentityPopupError extends Error {
  reason: 'blocked' | 'timed_out' | 'refused'
  constructor(reason: IdentityPopupError['reason'], detail = '') {
    super(detail ? `${reason}: ${detail}` : reason)
    this.name = 'IdentityPopupError'
    this.reason = reason
  }
}

type Popup = { readonly closed: boolean; close: () => void; location: { href: string } }

export type IdentityPopupOptions = {
  signal?: AbortSignal
  timeoutMs?: number
  checkEveryMs?: number
  openWindow?: () => Popup | null
  hasFocus?: () => boolean
}

const TIMEOUT_MS = 5 * 60_000
const CHECK_EVERY_MS = 300
/**
 * The window may have answered just before it closed, and one that the browser isolates only
 * appears closed.
 */
const CHECKS_UNTIL_CLOSED = 4

/** Call it inside the click handler, so that popup blockers allow the window. Never rejects. */
export async function requestIdToken(
  transport: Transport,
  {
    signal,
    timeoutMs = TIMEOUT_MS,
    checkEveryMs = CHECK_EVERY_MS,
    openWindow = openCentredWindow,
    hasFocus = () => document.hasFocus(),
  }: IdentityPopupOptions = {},
): Promise<IdentityOutcome> {
  const popup = openWindow()
  if (!popup) return { kind: 'failed', error: new IdentityPopupError('blocked') }
  const channel = new BroadcastChannel(IDENTITY_CHANNEL)
  const ended = new AbortController()
  try {
    const { authorizationUrl, state } = await call(transport, startIdentity, {}, signal)
    const answer = readAnswer(channel, state)
    popup.location.href = authorizationUrl
    return await Promise.race([
      answer,
      untilClosed(popup, hasFocus, checkEveryMs, ended.signal),
      untilTimedOut(timeoutMs, ended.signal),
      untilAborted(signal),
    ])
  } catch (error) {
    return signal?.aborted ? { kind: 'cancelled' } : { kind: 'failed', error }
  } finally {
    ended.abort()
    channel.close()
    popup.close()
  }
}

/** Every open page of our site receives every answer; the state identifies the right one. */
function readAnswer(channel: BroadcastChannel, state: string): Promise<IdentityOutcome> {
  return new Promise((resolve) => {
    channel.onmessage = ({ data }) => {
      const message = IdentityWindowMessage.safeParse(data)
      if (!message.success || message.data.kind !== 'answered') return
      if (message.data.state !== state) return
      channel.postMessage({ kind: 'taken', state } satisfies IdentityWindowMessage)
      resolve(outcomeOf(message.data))
    }
  })
}

function outcomeOf({
  idToken,
  error = 'no token',
}: {
  idToken?: string | undefined
  error?: string | undefined
}): IdentityOutcome {
  if (idToken !== undefined) return { kind: 'token', idToken }
  return error === 'access_denied'
    ? { kind: 'cancelled' }
    : { kind: 'failed', error: new IdentityPopupError('refused', error) }
}

/**
 * A provider that isolates its pages makes its window appear closed from the start, so it counts as
 * closed only when this page has the focus again.
 */
function untilClosed(
  popup: Popup,
  hasFocus: () => boolean,
  checkEveryMs: number,
  ended: AbortSignal,
): Promise<IdentityOutcome> {
  return new Promise((resolve) => {
    let closedChecks = 0
    const timer = setInterval(() => {
      closedChecks = popup.closed && hasFocus() ? closedChecks + 1 : 0
      if (closedChecks >= CHECKS_UNTIL_CLOSED) resolve({ kind: 'cancelled' })
    }, checkEveryMs)
    ended.addEventListener('abort', () => clearInterval(timer))
  })
}

function untilTimedOut(timeoutMs: number, ended: AbortSignal): Promise<IdentityOutcome> {
  return new Promise((resolve) => {
    const error = new IdentityPopupError('timed_out')
    const timer = setTimeout(() => resolve({ kind: 'failed', error }), timeoutMs)
    ended.addEventListener('abort', () => clearTimeout(timer))
  })
}

const untilAborted = (signal: AbortSignal | undefined): Promise<IdentityOutcome> =>
  new Promise((resolve) => {
    if (signal?.aborted) resolve({ kind: 'cancelled' })
    signal?.addEventListener('abort', () => resolve({ kind: 'cancelled' }))
  })

const WIDTH = 480
const HEIGHT = 680

function openCentredWindow(): Window | null {
  const left = Math.max(0, Math.round(screenX + (outerWidth - WIDTH) / 2))
  const top = Math.max(0, Math.round(screenY + (outerHeight - HEIGHT) / 2))
  return open('', '_blank', `popup,width=${WIDTH},height=${HEIGHT},left=${left},top=${top}`)
}

export function ProviderFailure({ error, provider }: { error: unknown; provider: string }) {
  const { t } = useTranslation('forms')
  const text = useErrorText(error)
  if (isApiError(error)) return text
  const isBlocked = error instanceof IdentityPopupError && error.reason === 'blocked'
  return t(isBlocked ? 'identity.blocked' : 'identity.failed', { provider })
}
