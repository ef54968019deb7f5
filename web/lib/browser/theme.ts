import { useSyncExternalStore } from 'react'
import { createSignal } from '#web/lib/create-store.ts'
import { readCookie, writePreferenceCookie } from './browser-storage.ts'

export const themes = ['light', 'dark', 'system'] as const
export type Theme = (typeof themes)[number]

/**
 * Kept in a cookie, so that the server's first HTML already has the right colours without a script.
 */
export const THEME_COOKIE = 'theme'

export const readTheme = (cookies: string | null | undefined): Theme =>
  themes.find((theme) => theme === readCookie(cookies, THEME_COOKIE)) ?? 'system'

// Reading cookies can involve another process, so read them once, not on every render of the
// header.
let known: Theme | null = null
const current = (): Theme => (known ??= readTheme(document.cookie))

/** The `canvas` token of each colour scheme; browsers colour their own toolbars with it. */
const canvas = { light: '#f4f6f8', dark: '#0a121b' } as const
type Scheme = keyof typeof canvas
export const schemes: readonly Scheme[] = ['light', 'dark']

/** An explicit choice takes precedence over the system's preference. */
export const canvasOf = (theme: Theme, scheme: Scheme): string =>
  canvas[theme === 'system' ? scheme : theme]

const changes = createSignal()

export const useTheme = (): Theme => useSyncExternalStore(changes.on, current, () => 'system')

export function setTheme(theme: Theme): void {
  writePreferenceCookie(THEME_COOKIE, theme === 'system' ? null : theme)
  known = theme
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
  for (const scheme of schemes)
    document
      .querySelector(`meta[name="theme-color"][media*="${scheme}"]`)
      ?.setAttribute('content', canvasOf(theme, scheme))
  changes.emit()
}
