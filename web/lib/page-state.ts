import type { DehydratedState } from '@tanstack/react-query'
import type { HydrationState } from 'react-router'
import type { Language } from '#i18n/languages.ts'
import type { Texts } from '#web/api/fetch-texts.ts'
import type { Site } from '#web/lib/site.tsx'
import type { Theme } from '#web/lib/theme.ts'

/** What the server's HTML hands to the browser, so that hydration starts from exactly the same page. */
export type PageState = {
  language: Language
  texts: Record<string, Texts>
  queries: DehydratedState
  router: HydrationState
  presumed: 'anonymous' | 'member'
  theme: Theme
  site: Site
}

declare global {
  var __STOREDAWN__: PageState | undefined
  /** Of the inline script in the head: the buttons that were pressed so far; from now on the page itself listens. */
  var __EARLY_PRESSES__: (() => HTMLButtonElement[]) | undefined
  /** Of the inline script in the head: whether the palette was asked for so far; from now on the page itself listens. */
  var __EARLY_PALETTE__: (() => boolean) | undefined
}
