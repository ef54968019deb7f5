import type { Transport } from '#web/api/transport.ts'
import { endSession, loadSessionUser, type SessionUser } from '#web/lib/session-user.ts'

/** Key of the session token in local storage. */
export const TOKEN_KEY = 'jwt'
/** Cookie that lets the server draw the right header before the session is known; it says nothing about who it is. */
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
   * Checks the stored token and reads user and plan anew. A refusal removes the token: the visitor is logged out. So does a
   * network error, once the check was repeated, for a token that never was accepted here: a page that is being left has its
   * calls cut off, and is gone before the first repetition.
   */
  check: () => Promise<void>
  /** Takes a token, of a sign-in or in place of the one before, and loads its user. */
  signIn: (token: string) => Promise<void>
  /** Tells the server, then forgets the token, also when the call fails or takes too long. */
  signOut: () => Promise<void>
  /** The server refused this token. True if that ended this session against its person's will. */
  drop: (token: string) => boolean
}

type Options = {
  presumed: 'anonymous' | 'member'
  storage: TokenStorage
  transport: () => Transport
  /** Called whenever it becomes known whether somebody is signed in. `isSomebodyElse`: what was seen before is not for them. */
  onChange: (isSignedIn: boolean, isSomebodyElse: boolean) => void
  /** Waits before a check that got no answer is repeated. */
  retryAfterMs?: readonly number[]
  signOutWithinMs?: number
}

// The first outlasts a page that is being left: its calls are cut off, and it must not log anybody out while it goes.
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
  let session: Session = initial
  let accepted: string | null = null
  let leaving: string | null = null
  const listeners = new Set<() => void>()
  const token = () => storage.getItem(TOKEN_KEY)

  const become = (next: Session) => {
    const isSomebodyElse = next.status !== 'signed-in' || isAnother(session, next.user)
    session = next
    onChange(next.status === 'signed-in', isSomebodyElse)
    for (const listener of listeners) listener()
  }
  const forget = () => {
    storage.removeItem(TOKEN_KEY)
    accepted = null
    become({ status: 'anonymous' })
  }
  const check = async () => {
    const asked = token()
    if (!asked) return forget()
    const isStillAsked = () => token() === asked
    const loaded = await loadSessionUser(transport(), { retryAfterMs, isWorthIt: isStillAsked })
    // Another tab may have signed in or out while this check was under way; its token is not ours to judge.
    if (!isStillAsked()) return
    if (loaded.kind === 'silent' && asked === accepted) return
    if (loaded.kind !== 'user') return forget()
    accepted = asked
    become({ status: 'signed-in', user: loaded.user })
  }

  return {
    initial,
    current: () => session,
    token,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    check,
    async signIn(fresh) {
      storage.setItem(TOKEN_KEY, fresh)
      await check()
    },
    async signOut() {
      leaving = token()
      const left = leaving
      await endSession(transport(), AbortSignal.timeout(signOutWithinMs)).catch(() => undefined)
      leaving = null
      // Somebody who signed in elsewhere meanwhile stays.
      await (token() === left ? forget() : check())
    },
    drop(refused) {
      if (token() !== refused || refused === leaving) return false
      forget()
      return true
    },
  }
}

const isAnother = (session: Session, user: SessionUser) =>
  session.status === 'signed-in' && session.user.id !== user.id
