import { CalendarDays, ChartNoAxesColumn, Contact, FlaskConical, Funnel, Zap } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Comparison } from './comparison.tsx'
import { Demonstration } from './demonstration.tsx'
import { Evidence } from './evidence.tsx'
import { Method } from './method.tsx'
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
