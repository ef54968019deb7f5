import { useState } from 'react'
import { isApiError } from '#web/api/api-error.ts'
import { useCooldown } from '#web/lib/use-cooldown.ts'

type ResendState = { kind: 'idle' | 'sending' | 'sent' } | { kind: 'failed'; error: unknown }

export type Resend = {
  state: ResendState
  /** Until the next one may be asked for; 0 = now. */
  seconds: number
  send: () => Promise<void>
  /** The first mail went out by another way. */
  wait: () => void
}

type Options = {
  /** Tells the waits of one tab apart. */
  name: string
  request: () => Promise<unknown>
  /** A shorter request shows its spinner as long as this all the same. */
  leastMs?: number
}

/** Asks for a mail once more, not more often than once a minute, nor than the server allows. */
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
