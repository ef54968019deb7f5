import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import type { Day } from '#contracts/dates.ts'
import { getPulse, type Pulse } from '#contracts/catalog/pulse.ts'
import { qKept } from '#web/api/query.ts'
import { RequirePaid } from '#web/ui/require-paid.tsx'
import { pageLoader, PageMeta } from '#web/lib/app/page.tsx'
import { useToday } from '#web/lib/dates/calendar.ts'
import { useFilterLabels } from '#web/lib/i18n/filter-labels.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { CatchUpProgress } from '#web/operations/api.ts'
import { WorkBar } from '#web/ui/work-bar.tsx'
import { CourseCard } from './course-card.tsx'
import { NichesTable } from './niches-table.tsx'
import { listPath, type PulseAddress, rankOf, readPulseAddress } from './pulse-address.ts'
import { BodySkeleton, Coverage, Figure, LoadedPulse } from './pulse-figures.tsx'
import { PulseGroups, PulsePeriod } from './pulse-controls.tsx'
import { ChangeText } from './pulse-rows.tsx'
import { SurvivalCard } from './survival-card.tsx'

export function PulsePage() {
  const { t } = useTranslation('pulse')
  const today = useToday()
  const [params] = useSearchParams()
  const chosen = { address: readPulseAddress(params, today), today }
  return (
    <>
      <PageMeta page="pulse" noindex />
      <WorkBar
        title={t('title')}
        actions={
          // Letters twice as large need more room than there is.
          <PulsePeriod {...chosen} className="hidden max-w-[50vw] overflow-x-auto xl:flex" />
        }
      >
        <PulseGroups {...chosen} />
      </WorkBar>
      <div className="relative">
        <CatchUpProgress />
        <div className="page min-h-dvh py-3">
          <RequirePaid skeleton={<BodySkeleton />}>
            <PulsePeriod {...chosen} className="mb-3 flex xl:hidden" />
            <Niches {...chosen} />
          </RequirePaid>
        </div>
      </div>
    </>
  )
}

export { PulsePage as Component }

export const loader = pageLoader(['pulse', 'list'])

/** How niches grow: two equally long periods side by side. */
function Niches({ address, today }: { address: PulseAddress; today: Day }) {
  const { t } = useTranslation('pulse')
  const labels = useFilterLabels()
  const { by, from, to, value, sort } = address
  const answer = useQuery(
    qKept(getPulse, {
      query: { by, rank: rankOf(sort), from, to, ...(value !== null && { value }) },
    }),
  )
  const courseTitle = ({ rows }: Pulse) => {
    const label = rows.find((row) => row.value === value)?.label ?? null
    return value === null
      ? t('course.all')
      : t('course.of', { name: labels.value(by, value, label) })
  }
  return (
    <>
      <div className="mb-3">
        <LoadedPulse query={answer}>
          {(pulse) => (
            <div className="grid grid-cols-1 items-start gap-3 xl:grid-cols-[minmax(0,1fr)_var(--spacing-peek)]">
              <Totals pulse={pulse} />
              <Coverage pulse={pulse} today={today} />
              <CourseCard
                {...{ address, today, pulse }}
                title={courseTitle(pulse)}
                className="xl:sticky xl:top-below xl:order-last print:static"
              />
              <NichesTable address={address} today={today} pulse={pulse} />
            </div>
          )}
        </LoadedPulse>
      </div>
      <SurvivalCard />
    </>
  )
}

function Totals({ pulse }: { pulse: Pulse }) {
  const { total, period, previous, comparedDays } = pulse
  const { t } = useTranslation('pulse')
  const formats = useFormats()
  return (
    <dl className="grid gap-3 sm:grid-cols-3 xl:col-span-full">
      <Figure name={t('total.now')} to={listPath(period)} value={formats.number(total.now)}>
        <ChangeText compared={total.compared} days={comparedDays} />
      </Figure>
      <Figure name={t('total.before')} to={listPath(previous)} value={formats.number(total.before)}>
        {t('span', { from: formats.shortDay(previous.from), to: formats.shortDay(previous.to) })}
      </Figure>
      <Figure
        name={t('total.alive')}
        to={listPath(period, { alive: 'yes' })}
        value={total.now === 0 ? '–' : formats.wholePercent(total.alive / total.now)}
      >
        {t('total.aliveOf', { alive: formats.number(total.alive), now: formats.number(total.now) })}
      </Figure>
    </dl>
  )
}
