import { useCallback, useSyncExternalStore } from 'react'

/** Local storage; deleted at the end of the session. */
export const RECENT_STORES_KEY = 'recent-stores'

/** Session storage: the address that this tab signed up with, until it is confirmed. */
export const PENDING_VERIFICATION_KEY = 'pendingVerification'

const listeners = new Set<() => void>()

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Null removes it. */
export function writeSessionText(key: string, text: string | null): void {
  if (text === null) sessionStorage.removeItem(key)
  else sessionStorage.setItem(key, text)
  for (const listener of listeners) listener()
}

/**
 * A text in the session storage of this tab, which survives a reload. Null in the server's HTML.
 */
export function useSessionText(key: string): [string | null, (text: string | null) => void] {
  const text = useSyncExternalStore(
    subscribe,
    () => sessionStorage.getItem(key),
    () => null,
  )
  const write = useCallback((next: string | null) => writeSessionText(key, next), [key])
  return [text, write]
}

const never = () => () => undefined

/**
 * False in the server's HTML and during hydration, when data that only this browser knows must not
 * show yet.
 */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
