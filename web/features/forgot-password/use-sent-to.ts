import { useLocation, useNavigate } from 'react-router'
import { useHydrated } from '#web/lib/use-hydrated.ts'

/** The address that we sent the link to. The history entry keeps it: a reload still has it, a new visit starts empty. */
export function useSentTo(): [string | null, (email: string | null) => void] {
  const { pathname, search, state } = useLocation()
  const navigate = useNavigate()
  const isHydrated = useHydrated()
  const remember = (email: string | null) =>
    void navigate(pathname + search, { replace: true, state: { sentTo: email }, preventScrollReset: true })
  return [isHydrated ? sentToOf(state) : null, remember]
}

/** The state of a history entry is untrusted: other versions of this client may have written it. */
export function sentToOf(state: unknown): string | null {
  if (typeof state !== 'object' || state === null || !('sentTo' in state)) return null
  return typeof state.sentTo === 'string' && state.sentTo ? state.sentTo : null
}
