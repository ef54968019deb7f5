import type { ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router'
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
  return isPaid(session) ? children : <ToPrices skeleton={skeleton} />
}

/** Whoever is just leaving the page goes where they wanted to: the address is theirs already, and the page is still drawn. */
function ToPrices({ skeleton }: Pick<Props, 'skeleton'>) {
  const { pathname } = useLocation()
  const isLeaving = window.location.pathname !== pathname
  return isLeaving ? skeleton : <Navigate to={paths.pricing()} replace />
}
