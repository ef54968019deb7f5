import { useEffect } from 'react'
import { useLocation, useNavigate, type Location } from 'react-router'

/**
 * The secret of a mail's link. It leaves the address bar at once, so that it shows in no picture, history or copied address,
 * and stays with this entry of the tab's history: a reload still has it. Null where there is none.
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

/** The state of an entry is anybody's: other versions of this client wrote it too. */
function tokenOf(state: unknown): string | null {
  if (typeof state !== 'object' || state === null || !('token' in state)) return null
  return typeof state.token === 'string' && state.token ? state.token : null
}
