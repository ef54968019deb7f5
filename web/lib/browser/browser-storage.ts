import { useCallback, useSyncExternalStore } from 'react'
import { createSignal, useBrowserValue } from '#web/lib/create-store.ts'

/** Local storage; deleted at the end of the session. */
export const RECENT_STORES_KEY = 'recent-stores'

/** Session storage: the address that this tab signed up with, until it is confirmed. */
export const PENDING_VERIFICATION_KEY = 'pendingVerification'

/** Local storage: a user has signed in here before, and needs no second account. */
const ACCOUNT_KEY = 'hasAccount'

export const rememberAccount = (): void => localStorage.setItem(ACCOUNT_KEY, '1')
export const hadAccount = (): boolean => localStorage.getItem(ACCOUNT_KEY) !== null

const changes = createSignal()

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

/** False in the server's HTML and during hydration. */
export const useHydrated = (): boolean =>
  useBrowserValue(
    () => true,
    () => false,
  )

const YEAR_SECONDS = 365 * 24 * 60 * 60

export function readCookie(cookies: string | null | undefined, name: string): string | null {
  for (const part of (cookies ?? '').split(';')) {
    const [key, ...rest] = part.trim().split('=')
    if (key === name) return rest.join('=')
  }
  return null
}

/** A preference that the server needs for its first HTML; null removes it. */
export function writePreferenceCookie(name: string, value: string | null): void {
  writeCookie(name, value ?? '', `; Max-Age=${value === null ? 0 : YEAR_SECONDS}`)
}

/** Until the browser closes: for a value of a link, which the visitor did not choose. */
export const writeVisitCookie = (name: string, value: string): void => writeCookie(name, value, '')

function writeCookie(name: string, value: string, lifetime: string): void {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  document.cookie = `${name}=${value}; Path=/${lifetime}; SameSite=Lax${secure}`
}

export type ItemStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/**
 * Kept for a while, across tabs. `read` makes a value of what was stored, or null: storage is
 * untrusted.
 */
export function createDatedItem<Value>(
  key: string,
  maxAgeMs: number,
  read: (stored: unknown) => Value | null,
) {
  return {
    save: (value: Value, nowMs: number, storage?: ItemStorage) =>
      store(key, { value, atMs: nowMs }, storage),
    /** Null when it is missing or too old. */
    read(nowMs: number, storage?: ItemStorage): Value | null {
      const { value, atMs } = fieldsOf(readStored(key, storage))
      return typeof atMs === 'number' && nowMs - atMs < maxAgeMs ? read(value) : null
    },
    clear: (storage?: ItemStorage) => store(key, null, storage),
  }
}

/** Untrusted, and null if there is no JSON. */
export function readStored(key: string, storage?: Pick<Storage, 'getItem'>): unknown {
  try {
    return JSON.parse((storage ?? localStorage).getItem(key) ?? 'null')
  } catch {
    return null
  }
}

/** Null removes it. If the storage is full or blocked, only a convenience is lost. */
export function store(key: string, value: object | null, storage?: ItemStorage): void {
  try {
    if (value === null) (storage ?? localStorage).removeItem(key)
    else (storage ?? localStorage).setItem(key, JSON.stringify(value))
  } catch {}
}

/** The fields of untrusted data; none if it is no object. */
export const fieldsOf = (data: unknown): Record<string, unknown> =>
  typeof data === 'object' && data !== null ? { ...data } : {}
