import { useTranslation } from 'react-i18next'
import { CookieList } from './cookie-list.tsx'
import { KeptList } from './kept-list.tsx'
import { useSite } from '#web/lib/site.tsx'
import { Notice } from '#web/ui/notice.tsx'
import type { TextSection } from '#web/ui/text-page/text-section.ts'

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
export function usePrivacySections(): TextSection[] {
  const { t } = useTranslation('privacy')
  const { identityProvider, operator, supportEmail } = useSite()
  const values = {
    provider: identityProvider,
    operator: operator.name,
    address: operator.address,
    email: supportEmail,
  }
  const below: Partial<Record<(typeof ids)[number], React.ReactNode>> = {
    'data-protection': <KeptList />,
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
