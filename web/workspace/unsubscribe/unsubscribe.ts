import { useMemo, useState } from 'react'
import {
  type MailKind,
  readUnsubscribe,
  resubscribe,
  unsubscribe,
} from '#contracts/site/mail-subscriptions.ts'
import { isApiError } from '#web/api/api-error.ts'
import { useCall } from '#web/api/use-call.ts'
import { useHydrated } from '#web/lib/browser/browser-storage.ts'
import { useCallOnce, useLinkToken } from '#web/lib/navigation/link-token.ts'

export type Unsubscribe = {
  state: UnsubscribeState
  retry: () => void
  turnOff: () => void
  turnOn: () => void
}

/**
 * What a mail's link refers to, with functions to turn it off and on again. Opening the page
 * changes nothing.
 */
export function useUnsubscribe(): Unsubscribe {
  const token = useLinkToken()
  const isHydrated = useHydrated()
  const input = useMemo(() => (token === null ? null : { query: { token } }), [token])
  const { answer, retry } = useCallOnce(readUnsubscribe, input)
  const off = useCall(unsubscribe)
  const on = useCall(resubscribe)
  const [tried, setTried] = useState<UnsubscribeState | null>(null)
  const found = foundState(isHydrated && token === null ? null : answer)
  const about = 'about' in found ? found.about : null

  const run = async (steps: Steps) => {
    if (token === null || about === null) return
    setTried({ kind: steps.during, about })
    try {
      await steps.call(token)
      setTried({ kind: steps.after, about })
    } catch (error) {
      setTried(isInvalidLink(error) ? { kind: 'invalid' } : { kind: steps.failed, about, error })
    }
  }
  return {
    state: tried ?? found,
    retry,
    turnOff: () =>
      void run({
        during: 'turningOff',
        after: 'off',
        failed: 'stillOn',
        call: (token) => off.mutateAsync({ query: { token } }),
      }),
    turnOn: () =>
      void run({
        during: 'turningOn',
        after: 'on',
        failed: 'stillOff',
        call: (token) => on.mutateAsync({ body: { token } }),
      }),
  }
}

type Steps = {
  during: 'turningOff' | 'turningOn'
  after: 'off' | 'on'
  failed: 'stillOn' | 'stillOff'
  call: (token: string) => Promise<unknown>
}

type CallResult = ReturnType<typeof useCallOnce<typeof readUnsubscribe>>['answer']

/** `null`: the link has no token. */
function foundState(answer: CallResult | null): UnsubscribeState {
  if (answer === null) return { kind: 'invalid' }
  switch (answer.kind) {
    case 'loading':
      return { kind: 'loading' }
    case 'loaded':
      return { kind: 'asking', about: answer.value.kind satisfies MailKind }
    case 'failed':
      return isInvalidLink(answer.error)
        ? { kind: 'invalid' }
        : { kind: 'unknown', error: answer.error }
    default:
      return answer satisfies never
  }
}

export type UnsubscribeState =
  /** The page is loading what the link refers to. */
  | { kind: 'loading' }
  | { kind: 'invalid' }
  /** The subject of the link could not be loaded. */
  | { kind: 'unknown'; error: unknown }
  | { kind: 'asking' | 'turningOff' | 'off' | 'turningOn' | 'on'; about: MailKind }
  /** Turning it off failed; it is still on. */
  | { kind: 'stillOn'; about: MailKind; error: unknown }
  /** Turning it on again failed. */
  | { kind: 'stillOff'; about: MailKind; error: unknown }

/** A damaged link is final; after any other failure the user may retry. */
export const isInvalidLink = (error: unknown): boolean =>
  isApiError(error, 'unsubscribe_link_invalid') || isApiError(error, 'invalid_request')
