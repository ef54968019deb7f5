import type { DehydratedState } from '@tanstack/react-query'
import type { HydrationState } from 'react-router'
import type { Language } from '#i18n/languages.ts'
import type { Texts } from '#web/api/fetch-texts.ts'
import type { Site } from '#web/lib/site.tsx'
import type { Theme } from '#web/lib/theme.ts'

/** State that the server's HTML hands to the browser, so that hydration starts from exactly the same page. */
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
  /** Set by the inline script in the head: returns the buttons pressed so far and stops listening. */
  var __EARLY_PRESSES__: (() => HTMLButtonElement[]) | undefined
  /** Set by the inline script in the head: returns whether the user has requested the palette and stops listening. */
  var __EARLY_PALETTE__: (() => boolean) | undefined
}
