import { useCallback, useSyncExternalStore } from 'react'
import { createSignal, useBrowserValue } from '#web/lib/create-store.ts'

/** Local storage; deleted at the end of the session. */
export const RECENT_STORES_KEY = 'recent-stores'

/** Session storage: the address that this tab signed up with, until it is confirmed. */
export const PENDING_VERIFICATION_KEY = 'pendingVerification'

/** Local storage: somebody has signed in here before, and needs no second account. */
const ACCOUNT_KEY = 'hasAccount'

export const rememberAccount = (): void => localStorage.setItem(ACCOUNT_KEY, '1')
export const hadAccount = (): boolean => localStorage.getItem(ACCOUNT_KEY) !== null

const changes = createSignal()

/** Null removes it. */
export function writeSessionText(key: string, text: string | null): void {
  if (text === null) sessionStorage.removeItem(key)
  else sessionStorage.setItem(key, text)
  changes.emit()
}

/**
 * A text in the session storage of this tab, which survives a reload. Null in the server's HTML.
 */
export function useSessionText(key: string): [string | null, (text: string | null) => void] {
  const text = useSyncExternalStore(
    changes.on,
    () => sessionStorage.getItem(key),
    () => null,
  )
  const write = useCallback((next: string | null) => writeSessionText(key, next), [key])
  return [text, write]
}

/**
 * False in the server's HTML and during hydration, when data that only this browser knows must not
 * show yet.
 */
export const useHydrated = (): boolean =>
  useBrowserValue(
    () => true,
    () => false,
  )
