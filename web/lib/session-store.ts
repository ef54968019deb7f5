import { getMe, logout, type CurrentUser } from '#contracts/auth.ts'
import { call } from '#web/api/call.ts'
import type { Transport } from '#web/api/transport.ts'

/** Key of the session token in local storage. */
export const TOKEN_KEY = 'jwt'
/** Cookie that lets the server draw the right header before the session is known; it says nothing about who it is. */
export const SESSION_HINT = 'session_hint'

export type Session =
  | { status: 'checking'; presumed: 'anonymous' | 'member' }
  | { status: 'anonymous' }
  | { status: 'signed-in'; user: CurrentUser }

type TokenStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

export type SessionStore = {
  current: () => Session
  initial: Session
  token: () => string | null
  subscribe: (listener: () => void) => () => void
  /** Checks the stored token. A refused check or a lost connection removes it: the visitor is logged out. */
  check: () => Promise<void>
  signIn: (token: string) => Promise<void>
  /** Tells the server, then forgets the token, also when the call fails. */
  signOut: () => Promise<void>
  /** The server refused this token. */
  drop: (token: string) => void
}

type Options = {
  presumed: 'anonymous' | 'member'
  storage: TokenStorage
  transport: () => Transport
  /** Called whenever it becomes known whether somebody is signed in. */
  onChange: (isSignedIn: boolean) => void
}

export function createSessionStore({ presumed, storage, transport, onChange }: Options): SessionStore {
  const initial: Session = { status: 'checking', presumed }
  let session: Session = initial
  const listeners = new Set<() => void>()

  const become = (next: Session) => {
    session = next
    onChange(next.status === 'signed-in')
    for (const listener of listeners) listener()
  }
  const forget = () => {
    storage.removeItem(TOKEN_KEY)
    become({ status: 'anonymous' })
  }
  const check = async () => {
    const token = storage.getItem(TOKEN_KEY)
    if (!token) return become({ status: 'anonymous' })
    try {
      const user = await call(transport(), getMe, {})
      if (storage.getItem(TOKEN_KEY) === token) become({ status: 'signed-in', user })
    } catch {
      // Another tab may have signed in while this check was under way; its token is not ours to drop.
      if (storage.getItem(TOKEN_KEY) === token) forget()
    }
  }

  return {
    initial,
    current: () => session,
    token: () => storage.getItem(TOKEN_KEY),
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    check,
    async signIn(token) {
      storage.setItem(TOKEN_KEY, token)
      await check()
    },
    async signOut() {
      await call(transport(), logout, {}).catch(() => undefined)
      forget()
    },
    drop(token) {
      if (storage.getItem(TOKEN_KEY) === token) forget()
    },
  }
}
