import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import type { AnyEndpoint, ResponseOf } from '#contracts/endpoint.ts'
import { call, type CallInput } from '#web/api/call.ts'
import { transportOf } from '#web/api/query.ts'

export type Answer<T> = { kind: 'asking' } | { kind: 'given'; value: T } | { kind: 'refused'; error: unknown }

const ASKING = { kind: 'asking' } as const

/**
 * Makes a call once when the page opens; it waits while `input` is null. Unlike a query, the answer is independent of the session, so it
 * survives a change of the session. `input` must be the same object as long as it has the same meaning.
 */
export function useAnswer<E extends AnyEndpoint>(
  endpoint: E,
  input: CallInput<E> | null,
): { answer: Answer<ResponseOf<E>>; askAgain: () => void } {
  const client = useQueryClient()
  const [answer, setAnswer] = useState<Answer<ResponseOf<E>>>(ASKING)
  const [round, setRound] = useState(0)

  useEffect(() => {
    if (input === null) return
    const left = new AbortController()
    const settle = (next: Answer<ResponseOf<E>>) => {
      if (!left.signal.aborted) setAnswer(next)
    }
    call(transportOf(client), endpoint, input, left.signal).then(
      (value) => settle({ kind: 'given', value }),
      (error: unknown) => settle({ kind: 'refused', error }),
    )
    return () => left.abort()
  }, [client, endpoint, input, round])

  const askAgain = useCallback(() => {
    setAnswer(ASKING)
    setRound((before) => before + 1)
  }, [])
  return { answer, askAgain }
}
