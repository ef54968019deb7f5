import { useLocation, useNavigate } from 'react-router'
import { useHydrated } from '#web/lib/use-hydrated.ts'

/** The address that the link went to, kept with this entry of the history: a reload still knows it, a new visit starts anew. */
export function useSentTo(): [string | null, (email: string | null) => void] {
  const { pathname, search, state } = useLocation()
  const navigate = useNavigate()
  const isHydrated = useHydrated()
  const remember = (email: string | null) =>
    void navigate(pathname + search, { replace: true, state: { sentTo: email }, preventScrollReset: true })
  return [isHydrated ? sentToOf(state) : null, remember]
}

/** The state of an entry is anybody's: other versions of this client wrote it too. */
export function sentToOf(state: unknown): string | null {
  if (typeof state !== 'object' || state === null || !('sentTo' in state)) return null
  return typeof state.sentTo === 'string' && state.sentTo ? state.sentTo : null
}
