import { useTranslation } from 'react-i18next'
import { FRESHNESS_TEXT_PATH, getFreshness } from '#contracts/freshness.ts'
import { SectionHead } from './section-head.tsx'

const RULES = ['lag', 'live', 'percentile', 'coverage', 'accuracy', 'unknown'] as const

/** How we measure each figure, in plain words. The full text and the machine-readable figures are one click away. */
export function MethodSection() {
  const { t } = useTranslation('freshness')
  return (
    <section className="border-t border-line bg-surface">
      <div className="page py-16">
        <SectionHead title={t('method.title')}>{t('method.text')}</SectionHead>
        <dl className="mt-8 grid gap-x-12 gap-y-8 sm:grid-cols-2 lg:grid-cols-3">
          {RULES.map((rule) => (
            <div key={rule} className="border-t border-rule pt-4">
              <dt className="font-semibold">{t(`method.${rule}.name`)}</dt>
              <dd className="mt-1.5 text-sm text-pretty text-muted">{t(`method.${rule}.text`)}</dd>
            </div>
          ))}
        </dl>
        <p className="mt-10 flex flex-wrap gap-x-6 gap-y-2 text-sm">
          <a href={FRESHNESS_TEXT_PATH} hrefLang="en" className="link inline-flex min-h-9 items-center">
            {t('method.whole')}
          </a>
          <a href={getFreshness.path} className="link inline-flex min-h-9 items-center">
            {t('method.json')}
          </a>
        </p>
      </div>
    </section>
  )
}
