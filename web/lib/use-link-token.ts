import { useEffect } from 'react'
import { useLocation, useNavigate, type Location } from 'react-router'

/**
 * The secret of a mail's link. It leaves the address bar at once, so that no screenshot, history or copied address contains it. This
 * history entry keeps it, so that it survives a reload. Null when the link has no secret.
 */
export function useLinkToken(): string | null {
  const location = useLocation()
  const navigate = useNavigate()
  const { arrived, kept, address } = readLinkToken(location)

  useEffect(() => {
    if (arrived === null) return
    void navigate(address, { replace: true, state: { token: arrived }, preventScrollReset: true })
  }, [arrived, address, navigate])

  return arrived ?? kept
}

type LinkToken = { arrived: string | null; kept: string | null; address: string }

export function readLinkToken({
  pathname,
  search,
  state,
}: Pick<Location, 'pathname' | 'search' | 'state'>): LinkToken {
  const params = new URLSearchParams(search)
  const arrived = params.get('token') || null
  params.delete('token')
  return { arrived, kept: tokenOf(state), address: pathname + (params.size > 0 ? `?${params}` : '') }
}

/** The state of a history entry is untrusted: other versions of this client may have written it. */
function tokenOf(state: unknown): string | null {
  if (typeof state !== 'object' || state === null || !('token' in state)) return null
  return typeof state.token === 'string' && state.token ? state.token : null
}
