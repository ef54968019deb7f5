import { useTranslation } from 'react-i18next'
import { Section } from './section.tsx'
import { StepMark } from './step-mark.tsx'

const steps = ['log', 'visit', 'decide'] as const

/** How a store gets onto the list, in three steps. */
export function Method() {
  const { t } = useTranslation('platform-benefits')
  return (
    <Section id="features" labelledBy="method-title">
      <div className="max-w-2xl">
        <h2 id="method-title" className="text-2xl">
          {t('method.title')}
        </h2>
        <p className="mt-4 text-lg text-muted">{t('method.intro')}</p>
      </div>
      <ol className="mt-10 grid border-t border-rule md:grid-cols-3">
        {steps.map((step) => (
          <li
            key={step}
            className="border-line py-6 max-md:border-b md:px-7 md:not-first:border-s md:first:ps-0"
          >
            <StepMark step={step} />
            <h3 className="mt-4 text-lg">{t(`method.steps.${step}.title`)}</h3>
            <p className="mt-2 text-muted">{t(`method.steps.${step}.text`)}</p>
          </li>
        ))}
      </ol>
    </Section>
  )
}
