import { useSyncExternalStore } from 'react'
import { readCookie, writePreferenceCookie } from '#web/lib/cookie.ts'

export const themes = ['light', 'dark', 'system'] as const
export type Theme = (typeof themes)[number]

/** Kept in a cookie, so that the server's first HTML already has the right colours and no script has to run before it. */
export const THEME_COOKIE = 'theme'

export const readTheme = (cookies: string | null | undefined): Theme =>
  themes.find((theme) => theme === readCookie(cookies, THEME_COOKIE)) ?? 'system'

const listeners = new Set<() => void>()
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useTheme = (): Theme =>
  useSyncExternalStore(
    subscribe,
    () => readTheme(document.cookie),
    () => 'system',
  )

export function setTheme(theme: Theme): void {
  writePreferenceCookie(THEME_COOKIE, theme === 'system' ? null : theme)
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
  for (const listener of listeners) listener()
}
