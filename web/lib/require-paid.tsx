import { type ReactNode, useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { isPaid, useSession } from '#web/lib/session.tsx'
import { paths } from '#web/paths.ts'

type Props = { skeleton: ReactNode; children: ReactNode }

/**
 * Lets Pro and Plus pass; everybody else goes to the prices. While the session is being checked nobody is sent away.
 * The server refuses the data itself: this only saves people from an empty screen.
 */
export function RequirePaid({ skeleton, children }: Props) {
  const session = useSession()
  if (session.status === 'checking') return skeleton
  return isPaid(session) ? children : <ToPrices />
}

/** Whoever is just leaving the page goes where they wanted to: the address is theirs already, only the page is still drawn. */
function ToPrices(): null {
  const { pathname } = useLocation()
  const navigate = useNavigate()
  useEffect(() => {
    if (window.location.pathname === pathname) void navigate(paths.pricing(), { replace: true })
  }, [navigate, pathname])
  return null
}
