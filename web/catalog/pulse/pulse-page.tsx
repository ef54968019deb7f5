import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import type { Day } from '#contracts/dates.ts'
import { getPulse, type Pulse } from '#contracts/catalog/pulse.ts'
import { q } from '#web/api/query.ts'
import { RequirePaid } from '#web/catalog/require-paid.tsx'
import { pageLoader } from '#web/lib/app/page-loader.ts'
import { PageMeta } from '#web/lib/app/page-meta.tsx'
import { useToday } from '#web/lib/dates/calendar.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { Card } from '#web/ui/card.tsx'
import { CatchUpProgress } from '#web/operations/api.ts'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { Bone, Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { EmptyState } from '#web/ui/feedback/states.tsx'
import { WorkBar } from '#web/ui/work-bar.tsx'
import { CourseCard } from './course-card.tsx'
import { NichesTable } from './niches-table.tsx'
import { listPath, type PulseAddress, rankOf, readPulseAddress } from './pulse-address.ts'
import { PulseControls } from './pulse-controls.tsx'
import { ChangeText } from './pulse-rows.tsx'
import { SurvivalCard } from './survival-card.tsx'

export function PulsePage() {
  const { t } = useTranslation('pulse')
  return (
    <>
      <PageMeta page="pulse" noindex />
      <WorkBar title={t('title')} lead={t('lead')} />
      <div className="relative">
        <CatchUpProgress />
        <div className="page min-h-dvh py-6">
          <RequirePaid skeleton={<PulseSkeleton />}>
            <Niches />
          </RequirePaid>
        </div>
      </div>
    </>
  )
}

export { PulsePage as Component }

export const loader = pageLoader(['pulse', 'list'])

/** How niches grow: two equally long periods side by side. */
function Niches() {
  const today = useToday()
  const [params] = useSearchParams()
  const address = readPulseAddress(params, today)
  const { by, from, to, value, sort } = address
  const answer = useQuery({
    ...q(getPulse, {
      query: { by, rank: rankOf(sort), from, to, ...(value !== null && { value }) },
    }),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <PulseControls address={address} today={today} />
      <Body address={address} today={today} answer={answer} />
      <SurvivalCard />
    </>
  )
}

type BodyProps = { address: PulseAddress; today: Day; answer: UseQueryResult<Pulse> }

/** The figures. Those of another choice stay only while the new ones load. */
function Body({ address, today, answer }: BodyProps) {
  const { t } = useTranslation('pulse')
  const none = (
    <Card>
      <EmptyState title={t('empty.title')}>{t('empty.text')}</EmptyState>
    </Card>
  )
  return (
    <div className="mt-6">
      <Loaded
        isLive
        query={answer}
        skeleton={<BodySkeleton />}
        empty={({ total }) => total.now === 0 && total.before === 0 && none}
      >
        {(pulse) => (
          <div className="grid grid-cols-1 gap-6">
            <Totals pulse={pulse} />
            <CourseCard address={address} today={today} pulse={pulse} />
            <NichesTable address={address} today={today} pulse={pulse} />
          </div>
        )}
      </Loaded>
    </div>
  )
}

function Totals({ pulse: { total, period, previous } }: { pulse: Pulse }) {
  const { t } = useTranslation('pulse')
  const formats = useFormats()
  return (
    <dl className="grid gap-4 sm:grid-cols-3">
      <Figure name={t('total.now')} to={listPath(period)} value={formats.number(total.now)}>
        <ChangeText change={total} />
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

type FigureProps = { name: string; to: string; value: string; children: ReactNode }

const Figure = ({ name, to, value, children }: FigureProps) => (
  <Card className="px-5 py-4">
    <dt className="text-sm text-muted">{name}</dt>
    <dd className="mt-1">
      <Link to={to} className="text-xl font-semibold hover:underline">
        {value}
      </Link>
      <span className="mt-0.5 block text-sm text-muted">{children}</span>
    </dd>
  </Card>
)

const PulseSkeleton = () => (
  <Skeleton>
    <Bone className="h-11 w-full max-w-2xl" />
    <div className="mt-6">
      <BodyBones />
    </div>
  </Skeleton>
)

const BodySkeleton = () => (
  <Skeleton>
    <BodyBones />
  </Skeleton>
)

const BodyBones = () => (
  <div className="grid gap-6">
    <div className="grid gap-4 sm:grid-cols-3">
      <Bone className="h-25 rounded-lg" />
      <Bone className="h-25 rounded-lg" />
      <Bone className="h-25 rounded-lg" />
    </div>
    <Bone className="h-96 rounded-lg" />
    <Bone className="h-96 rounded-lg" />
  </div>
)
