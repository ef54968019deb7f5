import { createContext, use, useSyncExternalStore } from 'react'
import type { Session, SessionStore } from '#web/lib/session-store.ts'
import type { SessionUser } from '#web/lib/session-user.ts'

const SessionContext = createContext<SessionStore | null>(null)

export const SessionProvider = SessionContext.Provider

export function useSessionStore(): SessionStore {
  const store = use(SessionContext)
  if (!store) throw new Error('no SessionProvider above this component')
  return store
}

/** The session, the same in the server's HTML and at hydration: `checking` until the browser has looked. */
export function useSession(): Session {
  const store = useSessionStore()
  return useSyncExternalStore(store.subscribe, store.current, () => store.initial)
}

export type PlanName = 'guest' | 'pro' | 'plus'
type Standing = Pick<SessionUser, 'role' | 'isGuest' | 'planName'>

/**
 * What people are shown and led to; what they may do the server decides. A guest by role, by plan or for want of a plan is a
 * guest. A role or a plan that this page does not know counts as Pro.
 */
export function planOf({ role, isGuest, planName }: Standing): PlanName {
  const [roleName, plan] = [role.toUpperCase(), planName?.toLowerCase()]
  if (isGuest || roleName === 'GUEST' || roleName === 'GUEST_USER') return 'guest'
  if (!plan || plan === 'guest' || plan === 'free') return 'guest'
  if (plan === 'pro' || plan === 'plus') return plan
  return roleName === 'PLUS_USER' ? 'plus' : 'pro'
}

const knownRoles: readonly string[] = ['', 'GUEST', 'GUEST_USER', 'PRO_USER', 'PLUS_USER']

/** The plan as the badge names it: as above, but for somebody whose role nobody here has heard of and whose plan is not known. */
export const badgeOf = (standing: Standing): PlanName =>
  standing.planName === null && !standing.isGuest && !knownRoles.includes(standing.role.toUpperCase())
    ? 'pro'
    : planOf(standing)

export const isPaid = (session: Session): boolean =>
  session.status === 'signed-in' && planOf(session.user) !== 'guest'

/** Who a page is drawn for. `unknown` = a member, it seems, whose session is still being checked. */
export type Visitor = 'anonymous' | 'guest' | 'paid' | 'unknown'

export function visitorOf(session: Session): Visitor {
  if (session.status === 'checking') return session.presumed === 'member' ? 'unknown' : 'anonymous'
  if (session.status === 'anonymous') return 'anonymous'
  return planOf(session.user) === 'guest' ? 'guest' : 'paid'
}
