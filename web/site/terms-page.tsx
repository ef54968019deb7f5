import { useTranslation } from 'react-i18next'
import { pageLoader, PageMeta } from '#web/lib/app/page.tsx'
import { useSite } from '#web/lib/app/site.tsx'
import { TextBody } from '#web/site/text-page/text-body.tsx'
import { TextHead } from '#web/site/text-page/text-head.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'

const ids = [
  'acceptance',
  'services',
  'user-accounts',
  'acceptable-use',
  'payment-terms',
  'limitations',
  'termination',
  'governing-law',
] as const

function TermsPage() {
  const { t } = useTranslation('terms')
  const { operator, origin, supportEmail } = useSite()
  // The terms must name an operator; without a configured name they use the site's host.
  const values = {
    operator: operator.name ?? new URL(origin || 'http://localhost').host,
    email: supportEmail,
  }
  const sections = ids.map((id) => ({
    id,
    title: t(`sections.${id}.title`),
    lines: t(`sections.${id}.body`, { returnObjects: true, skipInterpolation: true }),
    values,
  }))
  return (
    <div className="page py-12 sm:py-20">
      <PageMeta page="terms" />
      <TextHead title={t('title')} lead={t('lead')} modified={operator.textsModified}>
        <Notice role="note" tone="sun" title={t('notice.title')} className="mt-8 text-base">
          <p>{t('notice.text')}</p>
        </Notice>
      </TextHead>
      <TextBody sections={sections} isNumbered />
    </div>
  )
}

export { TermsPage as Component }

export const loader = pageLoader(['terms'])
