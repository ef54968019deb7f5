import { LANGUAGE_KEY } from '#web/lib/change-language.ts'
import { PENDING_DATES_KEY } from '#web/lib/pending-dates.ts'
import { PENDING_VERIFICATION_KEY } from '#web/lib/pending-verification.ts'
import { RECENT_STORES_KEY } from '#web/lib/recent-stores-key.ts'
import { PLAN_KEY } from '#web/lib/session-events.ts'
import { SESSION_HINT, TOKEN_KEY } from '#web/lib/session-store.ts'
import { BANNER_COOKIE } from '#web/lib/site.tsx'
import { THEME_COOKIE } from '#web/lib/theme.ts'

/** Everything that the client stores in a browser, as the privacy page lists it. A test looks for missing entries. */
export const browserStorage = [
  { name: TOKEN_KEY, kind: 'local' },
  { name: SESSION_HINT, kind: 'cookie' },
  { name: PLAN_KEY, kind: 'local' },
  { name: LANGUAGE_KEY, kind: 'local' },
  { name: THEME_COOKIE, kind: 'cookie' },
  { name: BANNER_COOKIE, kind: 'cookie' },
  { name: RECENT_STORES_KEY, kind: 'local' },
  { name: 'list-filters', kind: 'local' },
  { name: 'export:*', kind: 'local' },
  { name: 'savedIntroFolded', kind: 'local' },
  { name: 'shortcuts', kind: 'local' },
  { name: PENDING_DATES_KEY, kind: 'session' },
  { name: PENDING_VERIFICATION_KEY, kind: 'session' },
  { name: 'pendingPlan', kind: 'local' },
  { name: 'contactDraft', kind: 'session' },
  { name: 'optOutTask', kind: 'local' },
] as const
