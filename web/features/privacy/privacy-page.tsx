import { useTranslation } from 'react-i18next'
import { usePrivacySections } from './use-privacy-sections.tsx'
import { PageMeta } from '#web/lib/page-meta.tsx'
import { useSite } from '#web/lib/site.tsx'
import { Card } from '#web/ui/card.tsx'
import { RichText } from '#web/ui/text-page/rich-text.tsx'
import { TextBody } from '#web/ui/text-page/text-body.tsx'
import { TextHead } from '#web/ui/text-page/text-head.tsx'

export function PrivacyPage() {
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
