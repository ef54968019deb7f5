import { useState } from 'react'
import { isApiError } from '#web/api/api-error.ts'
import { useCooldown } from '#web/lib/use-cooldown.ts'

type ResendState = { kind: 'idle' | 'sending' | 'sent' } | { kind: 'failed'; error: unknown }

export type Resend = {
  state: ResendState
  /** Seconds until the next request is allowed; 0 = now. */
  seconds: number
  send: () => Promise<void>
  /** Starts the wait when the first mail was sent in another way. */
  wait: () => void
}

type Options = {
  /** Distinguishes several countdowns in one tab. */
  name: string
  request: () => Promise<unknown>
  /** Minimum time to show the spinner. */
  leastMs?: number
}

/** Requests a mail again, at most once a minute and no more often than the server allows. */
export function useResend({ name, request, leastMs = 0 }: Options): Resend {
  const cooldown = useCooldown(name)
  const [state, setState] = useState<ResendState>({ kind: 'idle' })

  const send = async () => {
    setState({ kind: 'sending' })
    const [outcome] = await Promise.allSettled([request(), pause(leastMs)])
    if (outcome.status === 'fulfilled') {
      cooldown.start()
      return setState({ kind: 'sent' })
    }
    const error: unknown = outcome.reason
    if (isApiError(error) && error.retryAfterSeconds) cooldown.start(error.retryAfterSeconds)
    setState({ kind: 'failed', error })
  }
  return { state, seconds: cooldown.seconds, send, wait: () => cooldown.start() }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
