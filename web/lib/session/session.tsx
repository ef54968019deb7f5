import { createContext, use, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { notify, withdrawToasts } from '#web/lib/toast.ts'
import { paths } from '#web/paths.ts'
import type { Session, SessionStore } from './session-store.ts'
import type { SessionUser } from './session-user.ts'

const SessionContext = createContext<SessionStore | null>(null)

export const SessionProvider = SessionContext.Provider

export function useSessionStore(): SessionStore {
  const store = use(SessionContext)
  if (!store) throw new Error('no SessionProvider above this component')
  return store
}

/** It is `checking` until the browser has checked, so that server HTML and hydration agree. */
export function useSession(): Session {
  const store = useSessionStore()
  return useSyncExternalStore(store.subscribe, store.current, () => store.initial)
}

export type PlanName = 'guest' | 'pro' | 'plus'
type PlanFields = Pick<SessionUser, 'role' | 'isGuest' | 'planName'>

/**
 * What a user sees; the server decides what a user may do. An unknown role or plan counts as Pro.
 */
export function planOf({ role, isGuest, planName }: PlanFields): PlanName {
  const [roleName, plan] = [role.toUpperCase(), planName?.toLowerCase()]
  if (isGuest || roleName === 'GUEST' || roleName === 'GUEST_USER') return 'guest'
  if (!plan || plan === 'guest' || plan === 'free') return 'guest'
  if (plan === 'pro' || plan === 'plus') return plan
  return roleName === 'PLUS_USER' ? 'plus' : 'pro'
}

const knownRoles: readonly string[] = ['', 'GUEST', 'GUEST_USER', 'PRO_USER', 'PLUS_USER']

/** As `planOf`, except that an unknown role without a known plan counts as Pro. */
export const badgeOf = (user: PlanFields): PlanName =>
  user.planName === null && !user.isGuest && !knownRoles.includes(user.role.toUpperCase())
    ? 'pro'
    : planOf(user)

export const isPaid = (session: Session): boolean =>
  session.status === 'signed-in' && planOf(session.user) !== 'guest'

/** `unknown` = probably a member, whose session is still being checked. */
export type Visitor = 'anonymous' | 'guest' | 'paid' | 'unknown'

export function visitorOf(session: Session): Visitor {
  if (session.status === 'checking') return session.presumed === 'member' ? 'unknown' : 'anonymous'
  if (session.status === 'anonymous') return 'anonymous'
  return planOf(session.user) === 'guest' ? 'guest' : 'paid'
}

type Question = () => Promise<boolean>
let question: Question | null = null
let isEnding = false

/** A page with unsaved input asks whether a logout may discard it. @returns how to stop */
export function askBeforeLogOut(ask: Question): () => void {
  question = ask
  return () => {
    if (question === ask) question = null
  }
}

/** Nothing can be saved any more, so no page may hold the visitor. */
export const isSessionEnding = (): boolean => isEnding

async function leave(goHome: () => unknown): Promise<void> {
  isEnding = true
  try {
    await goHome()
  } finally {
    isEnding = false
  }
}

/** Navigates first; a guarded page would redirect to the prices as soon as the session ends. */
export async function logOut(
  signOut: () => Promise<unknown>,
  goHome: () => unknown,
): Promise<void> {
  if (question && !(await question())) return
  await leave(goHome)
  await signOut()
}

/** A logout that takes longer than this says that it is under way. */
const SLOW_AFTER_MS = 400
const TOAST = 'logout'

export function useLogOut(): () => Promise<void> {
  const store = useSessionStore()
  const navigate = useNavigate()
  const { t } = useTranslation('navigation')
  const signOut = async () => {
    const slow = setTimeout(
      () => notify({ kind: 'info', subject: TOAST, title: t('loggingOut') }),
      SLOW_AFTER_MS,
    )
    const isEnded = await store.signOut()
    clearTimeout(slow)
    withdrawToasts(TOAST)
    if (isEnded) return
    const [title, description] = [t('loggedOutHere.title'), t('loggedOutHere.text')]
    notify({ kind: 'info', subject: TOAST, title, description })
  }
  return () => logOut(signOut, () => navigate(paths.home()))
}

/** The server has ended this session on purpose. */
export function useSessionEnded(): () => Promise<void> {
  const store = useSessionStore()
  const navigate = useNavigate()
  return async () => {
    const token = store.token()
    if (token) store.drop(token)
    await leave(() => navigate(paths.home()))
  }
}
