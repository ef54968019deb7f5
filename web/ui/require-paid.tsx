import { type ReactNode, useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { rememberWay } from '#web/lib/navigation/way.ts'
import { isPaid, useSession } from '#web/lib/session/session.tsx'
import { paths } from '#web/paths.ts'

type Props = { skeleton: ReactNode; children: ReactNode }

/**
 * Shows its content to Pro and Plus; redirects all others to the prices, which say where the visitor
 * was going, but not during the session check. The server itself refuses the data; this component
 * only spares visitors an empty screen.
 */
export function RequirePaid({ skeleton, children }: Props) {
  const session = useSession()
  if (session.status === 'checking') return skeleton
  return isPaid(session) ? children : <ToPrices />
}

/**
 * Does not redirect while the user is leaving the page: the address has changed already, but this
 * page is still rendered.
 */
function ToPrices(): null {
  const { pathname } = useLocation()
  const navigate = useNavigate()
  useEffect(() => {
    if (window.location.pathname !== pathname) return
    rememberWay()
    void navigate(paths.pricing(), { replace: true })
  }, [navigate, pathname])
  return null
}
