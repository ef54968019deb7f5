import { useTranslation } from 'react-i18next'
import { BANNER_COOKIE } from '#web/lib/app/site.tsx'
import { PENDING_VERIFICATION_KEY, RECENT_STORES_KEY } from '#web/lib/browser/storage-keys.ts'
import { THEME_COOKIE } from '#web/lib/browser/theme.ts'
import { PENDING_DATES_KEY } from '#web/lib/dates/pending-dates.ts'
import { LANGUAGE_KEY } from '#web/lib/i18n/language.ts'
import { PLAN_KEY, SESSION_HINT, TOKEN_KEY } from '#web/lib/session/session-store.ts'
import { DefinitionList } from '#web/site/text-page/text-body.tsx'

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

/** Everything stored in the browser, with the real names, so that visitors can check. */
export function CookieList() {
  const { t } = useTranslation('privacy')
  const rows = browserStorage.map(({ name, kind }) => ({
    name,
    term: (
      <>
        <code translate="no" className="font-mono text-xs wrap-anywhere">
          {name}
        </code>
        <span className="block text-xs font-normal text-muted">{t(`sections.cookies.kind.${kind}`)}</span>
      </>
    ),
    // A name may contain the separator characters of i18next.
    text: t(`sections.cookies.names.${name}`, { nsSeparator: false }),
  }))
  return <DefinitionList rows={rows} />
}
