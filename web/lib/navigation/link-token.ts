import { useEffect } from 'react'
import { type Location, useLocation, useNavigate } from 'react-router'
import { isApiError } from '#web/api/api-error.ts'
import { textInState } from './return-state.ts'

/**
 * It leaves the address bar at once, so that no screenshot, history or copied address contains it.
 * This history entry keeps it over a reload.
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

export function readLinkToken({
  pathname,
  search,
  state,
}: Pick<Location, 'pathname' | 'search' | 'state'>) {
  const params = new URLSearchParams(search)
  const fromLink = params.get('token') || null
  params.delete('token')
  return {
    fromLink,
    fromHistory: textInState(state, 'token'),
    address: pathname + (params.size > 0 ? `?${params}` : ''),
  }
}

/** Read once and forgotten with the page, because the secret is a part of the query. */
export const ONCE = { staleTime: Infinity, gcTime: 0, retry: false } as const

/** `plain` for an OK response whose body cannot be read: the status alone counts. */
export const okOr = <Answer>(
  { data, error }: { data: Answer | undefined; error: unknown },
  plain: Answer,
): Answer | undefined => data ?? (isApiError(error, 'malformed_response') ? plain : undefined)

/** Null after any other failure, which the visitor may retry. */
export function linkEndOf(error: unknown): 'expired' | 'invalid' | null {
  const [, end] = /_link_(expired|invalid)$/.exec(isApiError(error) ? error.code : '') ?? []
  if (end === 'expired' || end === 'invalid') return end
  return isApiError(error, 'invalid_request') ? 'invalid' : null
}
