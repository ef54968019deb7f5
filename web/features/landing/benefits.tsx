import { CalendarDays, ChartNoAxesColumn, Contact, FlaskConical, Funnel, Zap } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Section } from './section.tsx'

const benefits = [
  ['daily', CalendarDays],
  ['research', ChartNoAxesColumn],
  ['instant', Zap],
  ['accuracy', FlaskConical],
  ['leads', Contact],
  ['filters', Funnel],
] as const

export function Benefits() {
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
