import { useTranslation } from 'react-i18next'
import { Section } from './section.tsx'

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

const drawings = {
  // A page of the certificate log with one new line.
  log: (
    <>
      <path d="M12 8h32v40H12z" className="fill-surface stroke-ink" />
      <path d="M18 17h20M18 24h20M18 38h20" className="stroke-rule" />
      <path d="M18 31h20" className="stroke-sun" strokeWidth="4" />
    </>
  ),
  // The path from the log to a store, step by step.
  visit: (
    <>
      <path d="M6 42h44" className="stroke-ink" />
      <path d="M30 42V24l4-8h12l4 8v18" className="fill-surface stroke-ink" />
      <path d="M30 24h20" className="stroke-ink" />
      <path d="M36 42V32h8v10" className="fill-sun stroke-ink" />
      <path d="M6 34h18" className="stroke-ink" strokeDasharray="1 5" strokeLinecap="round" />
    </>
  ),
  // Old dates fade; the last one is today.
  decide: (
    <>
      <path d="M6 42h44" className="stroke-ink" />
      <path d="M12 42V30M20 42V34M28 42V28" className="stroke-rule" strokeWidth="4" />
      <path d="M34 42a9 9 0 0 1 18 0z" className="fill-sun stroke-ink" />
      <path d="M34 12v36" className="stroke-ink" strokeDasharray="1 5" strokeLinecap="round" />
    </>
  ),
}

/** A small drawing in the style of the logo. Decorative. */
function StepMark({ step }: { step: keyof typeof drawings }) {
  return (
    <svg viewBox="0 0 56 56" className="size-14" fill="none" strokeWidth="2" aria-hidden>
      {drawings[step]}
    </svg>
  )
}
