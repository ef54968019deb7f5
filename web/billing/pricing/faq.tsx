import { useTranslation } from 'react-i18next'
import { StructuredData } from '#web/lib/app/page-meta.tsx'
import { Accordion } from '#web/ui/accordion.tsx'

const questions = ['newly', 'sources', 'free', 'billing', 'cancel', 'limits', 'merchants', 'removal'] as const

export function Faq() {
  const { t } = useTranslation('pricing')
  const items = questions.map((key) => ({
    key,
    title: t(`faq.items.${key}.question`),
    content: <p>{t(`faq.items.${key}.answer`)}</p>,
  }))
  return (
    <section className="page mt-18 grid gap-x-14 gap-y-7 sm:mt-24 lg:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]">
      <h2 className="text-2xl">{t('faq.title')}</h2>
      <Accordion items={items} initial="newly" />
      <FaqData />
    </section>
  )
}

/** The same questions as structured data for search engines. */
function FaqData() {
  const { t } = useTranslation('pricing')
  const mainEntity = questions.map((key) => ({
    '@type': 'Question',
    name: t(`faq.items.${key}.question`),
    acceptedAnswer: { '@type': 'Answer', text: t(`faq.items.${key}.answer`) },
  }))
  return <StructuredData thing={{ '@type': 'FAQPage', mainEntity }} />
}
