import { CalendarDays, ChartNoAxesColumn, Contact, FlaskConical, Funnel, Zap } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Comparison } from './comparison.tsx'
import { Demonstration } from './demonstration.tsx'
import { Evidence } from './evidence.tsx'
import { PlansOverview } from './plans-overview.tsx'
import { PreviewSection } from './preview-section.tsx'
import { Section } from './section.tsx'
import { Testimonials } from './testimonials.tsx'

/** Everything below the first screen. */
export function Sections() {
  return (
    <>
      <PreviewSection />
      <Comparison />
      <Demonstration />
      <Method />
      <Evidence />
      <Benefits />
      <Audiences />
      <PlansOverview />
      <Testimonials />
    </>
  )
}

const benefits = [
  ['daily', CalendarDays],
  ['research', ChartNoAxesColumn],
  ['instant', Zap],
  ['accuracy', FlaskConical],
  ['leads', Contact],
  ['filters', Funnel],
] as const

function Benefits() {
  const { t } = useTranslation('platform-benefits')
  return (
    <Section labelledBy="benefits-title">
      <h2 id="benefits-title" className="text-2xl">
        {t('benefits.title')}
      </h2>
      <ul className="mt-10 grid gap-px overflow-hidden rounded-lg border border-line bg-line sm:grid-cols-2 lg:grid-cols-3">
        {benefits.map(([name, Icon]) => (
          <li key={name} className="bg-surface p-6">
            <Icon className="size-6 text-sun-ink" strokeWidth={1.75} aria-hidden />
            <h3 className="mt-4 text-lg">{t(`benefits.items.${name}.title`)}</h3>
            <p className="mt-1.5 text-muted">{t(`benefits.items.${name}.text`)}</p>
          </li>
        ))}
      </ul>
    </Section>
  )
}

const audiences = {
  owners: ['research', 'competitors', 'niches'],
  hunters: ['emails', 'contacts', 'owner'],
} as const

/** The two audiences of the product. */
function Audiences() {
  const { t } = useTranslation('platform-benefits')
  return (
    <Section labelledBy="audiences-title" className="border-t border-line">
      <h2 id="audiences-title" className="text-2xl">
        {t('audiences.title')}
      </h2>
      <div className="mt-10 grid gap-x-16 gap-y-12 md:grid-cols-2">
        <Audience
          name="owners"
          points={audiences.owners.map((point) => t(`audiences.owners.points.${point}`))}
        />
        <Audience
          name="hunters"
          points={audiences.hunters.map((point) => t(`audiences.hunters.points.${point}`))}
        />
      </div>
    </Section>
  )
}

function Audience({ name, points }: { name: keyof typeof audiences; points: readonly string[] }) {
  const { t } = useTranslation('platform-benefits')
  return (
    <div className="border-t-2 border-ink pt-5">
      <h3 className="text-xl">{t(`audiences.${name}.title`)}</h3>
      <p className="mt-3 max-w-prose text-lg text-muted">{t(`audiences.${name}.text`)}</p>
      <ul className="mt-5">
        {points.map((point) => (
          <li key={point} className="border-b border-line py-2.5 text-pretty last:border-0">
            {point}
          </li>
        ))}
      </ul>
    </div>
  )
}

const steps = ['log', 'visit', 'decide'] as const

/** How a store gets onto the list, in three steps. */
function Method() {
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
