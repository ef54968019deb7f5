import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { type Location, useLocation, useNavigate } from 'react-router'
import type { AnyEndpoint, ResponseOf } from '#contracts/endpoint.ts'
import { isApiError } from '#web/api/api-error.ts'
import { call, type CallInput } from '#web/api/call.ts'
import { transportOf } from '#web/api/query.ts'

/**
 * The secret of a mail's link. It leaves the address bar at once, so that no screenshot, history or
 * copied address contains it. This history entry keeps it, so that it survives a reload. Null when
 * the link has no secret.
 */
export function useLinkToken(): string | null {
  const location = useLocation()
  const navigate = useNavigate()
  const { fromLink, fromHistory, address } = readLinkToken(location)

  useEffect(() => {
    if (fromLink === null) return
    void navigate(address, { replace: true, state: { token: fromLink }, preventScrollReset: true })
  }, [fromLink, address, navigate])

  return fromLink ?? fromHistory
}

type LinkToken = { fromLink: string | null; fromHistory: string | null; address: string }

export function readLinkToken({
  pathname,
  search,
  state,
}: Pick<Location, 'pathname' | 'search' | 'state'>): LinkToken {
  const params = new URLSearchParams(search)
  const fromLink = params.get('token') || null
  params.delete('token')
  return {
    fromLink,
    fromHistory: tokenOf(state),
    address: pathname + (params.size > 0 ? `?${params}` : ''),
  }
}

/** The state of a history entry is untrusted: other versions of this client may have written it. */
function tokenOf(state: unknown): string | null {
  if (typeof state !== 'object' || state === null || !('token' in state)) return null
  return typeof state.token === 'string' && state.token ? state.token : null
}

export type CallState<T> =
  | { kind: 'loading' }
  | { kind: 'loaded'; value: T }
  | { kind: 'failed'; error: unknown }

const LOADING = { kind: 'loading' } as const

/**
 * Makes a call once when the page opens; it waits while `input` is null. Unlike a query, the answer
 * is independent of the session, so it survives a change of the session. `input` must be the same
 * object as long as it has the same meaning. `plain`: what an OK response says whose body cannot be
 * read, for calls whose status alone is the answer.
 */
export function useCallOnce<E extends AnyEndpoint>(
  endpoint: E,
  input: CallInput<E> | null,
  plain?: ResponseOf<E>,
): { answer: CallState<ResponseOf<E>>; retry: () => void } {
  const client = useQueryClient()
  const [answer, setAnswer] = useState<CallState<ResponseOf<E>>>(LOADING)
  const [round, setRound] = useState(0)

  useEffect(() => {
    if (input === null) return
    const left = new AbortController()
    const show = (next: CallState<ResponseOf<E>>) => {
      if (!left.signal.aborted) setAnswer(next)
    }
    call(transportOf(client), endpoint, input, left.signal).then(
      (value) => show({ kind: 'loaded', value }),
      (error: unknown) => show(outcomeOf(error, plain)),
    )
    return () => left.abort()
  }, [client, endpoint, input, plain, round])

  const retry = useCallback(() => {
    setAnswer(LOADING)
    setRound((before) => before + 1)
  }, [])
  return { answer, retry }
}

/** The status of `malformed_response` is that of an OK response. */
export const outcomeOf = <T>(error: unknown, plain: T | undefined): CallState<T> =>
  plain !== undefined && isApiError(error, 'malformed_response')
    ? { kind: 'loaded', value: plain }
    : { kind: 'failed', error }
