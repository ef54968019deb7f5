import { createContext, use, useSyncExternalStore } from 'react'
import type { CurrentUser } from '#contracts/auth.ts'
import type { Session, SessionStore } from '#web/lib/session-store.ts'

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

/** For display only: what the badge says. A role that we do not know shows as Pro; the server decides what it may. */
export function planOf(user: Pick<CurrentUser, 'role' | 'isGuest'>): PlanName {
  const role = user.role.toUpperCase()
  if (user.isGuest || role === 'GUEST' || role === 'GUEST_USER') return 'guest'
  return role === 'PLUS_USER' ? 'plus' : 'pro'
}

export const isPaid = (session: Session): boolean =>
  session.status === 'signed-in' && planOf(session.user) !== 'guest'
