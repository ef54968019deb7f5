import type { DehydratedState } from '@tanstack/react-query'
import type { HydrationState } from 'react-router'
import type { Language } from '#i18n/languages.ts'
import type { Texts } from '#web/api/fetch-texts.ts'
import type { Theme } from '#web/lib/browser/theme.ts'
import { TOKEN_KEY } from '#web/lib/session/session-store.ts'
import type { Site } from './site.tsx'

/** What the server's HTML hands to the browser, so that hydration starts from the same page. */
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
  /**
   * Set by the inline script in the head: returns the buttons pressed so far and stops listening.
   */
  var __EARLY_PRESSES__: (() => HTMLButtonElement[]) | undefined
  /**
   * Set by the inline script in the head: returns whether the user has requested the palette and
   * stops listening.
   */
  var __EARLY_PALETTE__: (() => boolean) | undefined
}

type Scripts = { entry: string; modules: readonly string[] }

/**
 * Records the buttons pressed before the script has loaded, for the script to press them again,
 * each once. Submit buttons work without a script.
 */
export const EARLY_PRESSES_SCRIPT = `{const p=new Set,on=e=>{const b=e.target.closest?.("button[type=button]");b&&p.add(b)};addEventListener("click",on,true);__EARLY_PRESSES__=()=>{removeEventListener("click",on,true);return[...p]}}`

/** The same for the key of the command palette, by the same rule as `isPaletteKey`. */
export const EARLY_PALETTE_SCRIPT = `{let k=false;const on=e=>{const a=/mac|iphone|ipad/i.test(navigator.userAgent);if((a?e.metaKey&&!e.ctrlKey:e.ctrlKey&&!e.metaKey)&&!e.shiftKey&&!e.altKey&&e.key?.toLowerCase()==="k"){e.preventDefault();k=true}};addEventListener("keydown",on,true);__EARLY_PALETTE__=()=>{removeEventListener("keydown",on,true);return k}}`

/**
 * Loads the script after the content has been painted, which so gets the whole bandwidth of a slow
 * connection. A hidden page paints nothing; without a report of a paint it loads after two seconds.
 */
export const startAfterPaint = ({ entry, modules }: Scripts): string =>
  `{let o,n=0;const go=()=>{if(n++)return;o?.disconnect();for(const h of ${JSON.stringify(modules)})document.head.append(Object.assign(document.createElement("link"),{rel:"modulepreload",href:h}));document.body.append(Object.assign(document.createElement("script"),{type:"module",src:${JSON.stringify(entry)}}))};document.hidden?go():(o=new PerformanceObserver(go),o.observe({type:"paint",buffered:true}),setTimeout(go,2e3))}`

/**
 * Before the first paint: such a visitor never sees the parts for signed-out visitors, although the
 * server cannot know. Style sheets select by `data-token`.
 */
export const TOKEN_MARK_SCRIPT = `try{if(localStorage.getItem(${JSON.stringify(TOKEN_KEY)}))document.documentElement.dataset.token=""}catch{}`

/** Local storage: the width of the rail that the visitor chose, `open` or `slim`. */
export const RAIL_KEY = 'rail'

/** Runs before the first paint, so that a page opens with the rail as the visitor left it. */
export const RAIL_SCRIPT = `try{const r=localStorage.getItem(${JSON.stringify(RAIL_KEY)});if(r)document.documentElement.dataset.rail=r}catch{}`
