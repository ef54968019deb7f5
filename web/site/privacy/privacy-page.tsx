import { useTranslation } from 'react-i18next'
import { FACTS_KEPT_DAYS } from '#contracts/catalog/facts.ts'
import { pageLoader, PageMeta } from '#web/lib/app/page.tsx'
import { useSite, BANNER_COOKIE } from '#web/lib/app/site.tsx'
import { RAIL_KEY } from '#web/lib/app/page-bootstrap.ts'
import { PENDING_VERIFICATION_KEY, RECENT_STORES_KEY } from '#web/lib/browser/browser-storage.ts'
import { THEME_COOKIE } from '#web/lib/browser/theme.ts'
import { PENDING_DATES_KEY } from '#web/lib/dates/pending-dates.ts'
import { LANGUAGE_KEY } from '#web/lib/i18n/language.ts'
import { PLAN_KEY, SESSION_HINT, TOKEN_KEY } from '#web/lib/session/session-store.ts'
import type { TextSection } from '#web/site/text-page/parse-text.ts'
import { RichText } from '#web/site/text-page/rich-text.tsx'
import { DefinitionList, TextBody } from '#web/site/text-page/text-body.tsx'
import { TextHead } from '#web/site/text-page/text-head.tsx'
import { Card } from '#web/ui/card.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'

function PrivacyPage() {
  const { t } = useTranslation('privacy')
  const { operator } = useSite()
  const sections = usePrivacySections()
  return (
    <div className="page py-12 sm:py-20">
      <PageMeta page="privacy" />
      <TextHead title={t('title')} lead={t('lead')} modified={operator.textsModified}>
        <Card className="mt-8 grid gap-3 px-5 py-4">
          <h2 className="text-base">{t('summary.title')}</h2>
          <RichText lines={t('summary.points', { returnObjects: true })} />
        </Card>
      </TextHead>
      <TextBody sections={sections} isNumbered />
    </div>
  )
}

export { PrivacyPage as Component }

export const loader = pageLoader(['privacy'])

const ids = [
  'information-collection',
  'data-usage',
  'data-protection',
  'cookies',
  'third-parties',
  'user-rights',
  'contact',
] as const

/** The sections, filled with the details of this installation. */
function usePrivacySections(): TextSection[] {
  const { t } = useTranslation('privacy')
  const { identityProvider, operator, supportEmail } = useSite()
  const values = {
    provider: identityProvider,
    operator: operator.name,
    address: operator.address,
    email: supportEmail,
  }
  const below: Partial<Record<(typeof ids)[number], React.ReactNode>> = {
    'data-protection': <StoredDataList />,
    cookies: <CookieList />,
    contact: operator.name === null && <Notice>{t('sections.contact.unnamed')}</Notice>,
  }
  return ids.map((id) => ({
    id,
    title: t(`sections.${id}.title`),
    lines: t(`sections.${id}.body`, { returnObjects: true, skipInterpolation: true }),
    values,
    below: below[id],
  }))
}

const storedData = [
  'account',
  'unconfirmed',
  'sessions',
  'security',
  'messages',
  'newsletter',
  'payments',
  'mails',
  'facts',
  'optOut',
] as const

function StoredDataList() {
  const { t } = useTranslation('privacy')
  const rows = storedData.map((name) => ({
    name,
    term: t(`sections.data-protection.kept.${name}.what`),
    text: t(`sections.data-protection.kept.${name}.term`, { factsDays: FACTS_KEPT_DAYS }),
  }))
  return <DefinitionList rows={rows} />
}

/**
 * Everything that the client stores in a browser, as the privacy page lists it. A test looks for
 * missing entries.
 */
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
  { name: RAIL_KEY, kind: 'local' },
  { name: 'brief-folded', kind: 'local' },
  { name: 'brief-offers-dismissed', kind: 'local' },
  { name: 'brief-height', kind: 'local' },
  { name: 'way', kind: 'local' },
  { name: 'hasAccount', kind: 'local' },
  { name: 'sign-up', kind: 'day' },
] as const

/** Everything stored in the browser, with the real names, so that visitors can check. */
function CookieList() {
  const { t } = useTranslation('privacy')
  const rows = browserStorage.map(({ name, kind }) => ({
    name,
    term: (
      <>
        <code translate="no" className="font-mono text-xs wrap-anywhere">
          {name}
        </code>
        <span className="block text-xs font-normal text-muted">
          {t(`sections.cookies.kind.${kind}`)}
        </span>
      </>
    ),
    // A name may contain the separator characters of i18next.
    text: t(`sections.cookies.names.${name}`, { nsSeparator: false }),
  }))
  return <DefinitionList rows={rows} />
}
