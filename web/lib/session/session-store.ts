import type { Transport } from '#web/api/transport.ts'
import { createStore } from '#web/lib/create-store.ts'
import { endSession, type LoadedUser, loadSessionUser, type SessionUser } from './session-user.ts'

export const TOKEN_KEY = 'jwt'
/** Lets the server render the right header before the session is known. It identifies nobody. */
export const SESSION_HINT = 'session_hint'

export type Session =
  | { status: 'checking'; presumed: 'anonymous' | 'member' }
  | { status: 'anonymous' }
  | { status: 'signed-in'; user: SessionUser }

type TokenStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

export type SessionStore = {
  current: () => Session
  initial: Session
  token: () => string | null
  subscribe: (listener: () => void) => () => void
  /**
   * A refused token is removed. So is one that this page has never seen accepted, after a network
   * error or a busy server and all retries. Leaving a page aborts its calls too, but it is gone
   * before the first retry.
   */
  check: () => Promise<void>
  signIn: (token: string) => Promise<void>
  /**
   * Forgets the token even if the call fails or takes too long. True if the server has confirmed
   * the end.
   */
  signOut: () => Promise<boolean>
  /** True if that ended the current session while the user was not signing out. */
  drop: (token: string) => boolean
}

type Options = {
  presumed: 'anonymous' | 'member'
  storage: TokenStorage
  transport: () => Transport
  /** `isOtherAccount`: earlier answers must not be shown any more. */
  onChange: (isSignedIn: boolean, isOtherAccount: boolean) => void
  retryAfterMs?: readonly number[]
  signOutWithinMs?: number
}

// The first delay is longer than leaving a page takes. Leaving aborts the page's calls, which must
// not log the user out.
const RETRY_AFTER_MS = [1_000, 3_000]
const SIGN_OUT_WITHIN_MS = 5_000

export function createSessionStore({
  presumed,
  storage,
  transport,
  onChange,
  retryAfterMs = RETRY_AFTER_MS,
  signOutWithinMs = SIGN_OUT_WITHIN_MS,
}: Options): SessionStore {
  const initial: Session = { status: 'checking', presumed }
  // The server cannot see the token, and its hint may be gone.
  const first: Session = storage.getItem(TOKEN_KEY)
    ? { status: 'checking', presumed: 'member' }
    : initial
  const { current, subscribe, set } = createSessionValue(first, onChange)
  let accepted: string | null = null
  let signingOut: string | null = null
  const token = () => storage.getItem(TOKEN_KEY)

  const forget = () => {
    storage.removeItem(TOKEN_KEY)
    accepted = null
    set({ status: 'anonymous' })
  }
  const check = async () => {
    const checkedToken = token()
    if (!checkedToken) return forget()
    const isStillCurrent = () => token() === checkedToken
    const loaded = await loadSessionUser(transport(), { retryAfterMs, isWanted: isStillCurrent })
    // Another tab may have signed in or out during this check; its new token has not been checked.
    if (!isStillCurrent()) return
    if (loaded.kind === 'no-answer' && checkedToken === accepted) return
    if (loaded.kind !== 'user') return forget()
    accepted = checkedToken
    set({ status: 'signed-in', user: withKnownPlan(loaded, current()) })
  }

  return {
    initial,
    current,
    token,
    subscribe,
    check,
    async signIn(fresh) {
      storage.setItem(TOKEN_KEY, fresh)
      await check()
    },
    async signOut() {
      signingOut = token()
      const endedToken = signingOut
      const isEnded = await endSession(transport(), AbortSignal.timeout(signOutWithinMs))
      signingOut = null
      // Another tab may have signed in meanwhile; keep that session.
      await (token() === endedToken ? forget() : check())
      return isEnded
    },
    drop(refused) {
      if (token() !== refused || refused === signingOut) return false
      forget()
      return true
    },
  }
}

function createSessionValue(initial: Session, onChange: Options['onChange']) {
  const store = createStore(initial)
  const { current } = store
  return {
    ...store,
    set(next: Session) {
      const isOtherAccount = next.status !== 'signed-in' || isOtherUser(current(), next.user)
      onChange(next.status === 'signed-in', isOtherAccount)
      store.set(next)
    },
  }
}

/** A member whose plan could not be read once keeps it: as a guest the page would lead away. */
function withKnownPlan({ user, isPlanKnown }: LoadedUser, before: Session): SessionUser {
  const isSameUser = before.status === 'signed-in' && !isOtherUser(before, user)
  return isPlanKnown || !isSameUser ? user : { ...user, planName: before.user.planName }
}

const isOtherUser = (session: Session, user: SessionUser) =>
  session.status === 'signed-in' && session.user.id !== user.id

/**
 * Seen last in any tab. Storing the same value again fires no event, so tabs cannot trigger each
 * other endlessly.
 */
export const PLAN_KEY = 'plan'

export function followBrowser(
  session: SessionStore,
  browser: Pick<Window, 'addEventListener' | 'localStorage'>,
): void {
  const check = () => void session.check()
  // Another tab signed in or out, or its token or plan changed; null = all storage was cleared.
  browser.addEventListener('storage', ({ key }) => {
    if (key === TOKEN_KEY || key === PLAN_KEY || key === null) check()
  })
  session.subscribe(() => {
    const current = session.current()
    if (current.status === 'anonymous') browser.localStorage.removeItem(PLAN_KEY)
    if (current.status !== 'signed-in' || current.user.planName === null) return
    browser.localStorage.setItem(PLAN_KEY, current.user.planName)
  })
  // The browser restored the page from its back/forward cache; the user may have signed out since.
  browser.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) check()
  })
  // The plan failed to load, so the page treats its owner as a guest.
  browser.addEventListener('online', check)
  browser.addEventListener('focus', () => {
    const current = session.current()
    if (current.status === 'signed-in' && current.user.planName === null) check()
  })
}
