import { useTranslation } from 'react-i18next'
import { Accordion } from '#web/ui/accordion.tsx'
import { Section } from './section.tsx'

const questions = ['newly', 'sources', 'free', 'merchants', 'cancel', 'removal'] as const

/** What visitors ask before they sign up, with the answers of the pricing page. */
export function Questions() {
  const { t } = useTranslation(['platform-benefits', 'pricing'])
  return (
    <Section labelledBy="questions-title" className="-mb-16 border-t border-line bg-surface">
      <div className="grid gap-x-16 gap-y-5 lg:grid-cols-[minmax(0,1fr)_minmax(0,2.2fr)]">
        <h2 id="questions-title" className="text-2xl">
          {t('platform-benefits:questions')}
        </h2>
        <div className="[&_h3]:text-base [&_summary]:min-h-12 [&_summary]:py-2.5">
          <Accordion
            items={questions.map((key) => ({
              key,
              title: t(`pricing:faq.items.${key}.question`),
              content: <p>{t(`pricing:faq.items.${key}.answer`)}</p>,
            }))}
            initial="newly"
          />
        </div>
      </div>
    </Section>
  )
}
