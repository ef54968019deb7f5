import { useQuery } from '@tanstack/react-query'
import { TrendingUp } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams, useNavigationType } from 'react-router'
import type { CurrentUser } from '#contracts/accounts/auth.ts'
import { type Day, isDay } from '#contracts/dates.ts'
import { getToday } from '#contracts/catalog/today.ts'
import { q, REFRESH_EVERY_MS, refetchEvery } from '#web/api/query.ts'
import { OpeningsStrip } from '#web/catalog/openings-strip.tsx'
import { RequirePaid } from '#web/catalog/require-paid.tsx'
import {
  unreadableDates,
  UnreadableDatesNote,
  withoutUnreadable,
} from '#web/catalog/unreadable-dates.tsx'
import { pageLoader } from '#web/lib/app/page-loader.ts'
import { PageMeta } from '#web/lib/app/page-meta.tsx'
import { useToday } from '#web/lib/dates/calendar.ts'
import {
  presets,
  type DateSelection,
  isSameSelection,
  NO_DATES,
  spanOf,
} from '#web/lib/dates/date-selection.ts'
import { takePendingDates } from '#web/lib/dates/pending-dates.ts'
import { useSession } from '#web/lib/session/session.tsx'
import { paths } from '#web/paths.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { CatchUpProgress } from '#web/operations/api.ts'
import { CalendarSkeleton } from '#web/ui/date-picker/calendar.tsx'
import { DatePicker } from '#web/ui/date-picker/date-picker.tsx'
import { presetKeys } from '#web/ui/date-picker/date-presets.tsx'
import { Bone, Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { ShortcutHelp } from '#web/ui/shortcut-help.tsx'
import { HeatCalendar } from './heat-calendar.tsx'
import { LatestFinds } from './latest-finds.tsx'
import { SavedSearches } from './saved-searches.tsx'
import { SinceCard } from './since-card.tsx'
import { SurvivalCard } from './survival-card.tsx'

export function DashboardPage() {
  return (
    <div className="relative">
      <CatchUpProgress />
      <div className="page min-h-dvh py-8 sm:py-12">
        <PageMeta page="app" noindex />
        <RequirePaid skeleton={<DashboardSkeleton />}>
          <Dashboard />
        </RequirePaid>
      </div>
    </div>
  )
}

export { DashboardPage as Component }

export const loader = pageLoader(['date-picker', 'list'])

/** Pick a day or a range, see what we found, and open the stores. */
function Dashboard() {
  const { t } = useTranslation('date-picker')
  const today = useToday()
  const dashboard = useQuery({
    ...q(getToday, {}),
    refetchInterval: refetchEvery(REFRESH_EVERY_MS),
  })
  return (
    <>
      <header className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3">
        <div className="min-w-0 flex-1 basis-72">
          <Greeting />
          <p className="mt-2 text-lg text-muted">{t('subtitle')}</p>
        </div>
        <div className="flex items-center gap-2">
          <LinkButton
            to={paths.pulse()}
            variant="secondary"
            size="sm"
            className="whitespace-nowrap"
          >
            <TrendingUp className="size-4" aria-hidden />
            {t('pulse')}
          </LinkButton>
          <ShortcutHelp
            lines={[
              ...presets.map((preset) => ({
                keys: [presetKeys[preset]],
                effect: t(`presets.${preset}`),
              })),
              { keys: ['←'], effect: t('period.previous') },
              { keys: ['→'], effect: t('period.next') },
            ]}
          />
        </div>
      </header>
      <div className="mt-6 grid grid-cols-1 gap-6 sm:mt-8">
        <SinceCard dashboard={dashboard} />
        <ChosenDates today={today} />
        <HeatCalendar today={today} />
        <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,1fr)_minmax(20rem,26rem)]">
          <LatestFinds dashboard={dashboard} />
          <SavedSearches />
        </div>
        <SurvivalCard />
      </div>
    </>
  )
}

/** A separate component, so that a change of the dates re-renders nothing else. */
function ChosenDates({ today }: { today: Day }) {
  const [selection, choose] = useDates(today)
  const { t } = useTranslation('date-picker')
  const [params] = useSearchParams()
  const isShown = (text: string) => isDay(text) && text <= today
  return (
    <div>
      <UnreadableDatesNote
        texts={unreadableDates(params, isShown)}
        search={withoutUnreadable(params, isShown).toString()}
        instead={t('unreadable.chooseBelow')}
      />
      <OpeningsStrip dates={selection} />
      <DatePicker mode="app" selection={selection} onChange={choose} today={today} />
    </div>
  )
}

function Greeting() {
  const { t } = useTranslation('date-picker')
  const session = useSession()
  const name = session.status === 'signed-in' ? firstNameOf(session.user) : ''
  return <h1 className="text-2xl">{t('greeting', { name: name || t('sampleName') })}</h1>
}

const firstNameOf = ({ firstName, name }: CurrentUser): string =>
  firstName.trim() || (name.trim().split(/\s+/)[0] ?? '')

/** Shown during the session check. */
function DashboardSkeleton() {
  return (
    <Skeleton>
      <Bone className="mt-1 h-8 w-56" />
      <Bone className="mt-4 h-5 w-72 max-w-full" />
      <div className="mt-7 grid grid-cols-1 gap-6 sm:mt-9">
        <Card className="flex flex-wrap items-center justify-between gap-4 border-s-4 border-s-rule px-5 py-4 sm:px-6">
          <Bone className="h-12 w-64 max-w-full" />
          <Bone className="h-11 w-56 max-w-full" />
        </Card>
        <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_minmax(20rem,26rem)]">
          <DatesSkeleton />
          <Card className="grid gap-6 p-5 sm:p-6">
            <Bone className="h-14 w-48" />
            <Bone className="h-9" />
            <Bone className="h-9" />
            <Bone className="h-9" />
            <Bone className="h-13" />
          </Card>
        </div>
        <Card className="grid gap-6 p-5 sm:p-6">
          <Bone className="h-6 w-48" />
          <Bone className="h-36" />
        </Card>
      </div>
    </Skeleton>
  )
}

const DatesSkeleton = () => (
  <Card className="p-4 sm:px-6">
    <div className="flex flex-wrap gap-2">
      {['w-16', 'w-24', 'w-28', 'w-28', 'w-28', 'w-24'].map((width, at) => (
        <Bone key={at} className={`h-9 ${width}`} />
      ))}
    </div>
    <div className="mt-8">
      <CalendarSkeleton />
    </div>
    <div className="grid gap-4 sm:grid-cols-2">
      <Bone className="h-18" />
      <Bone className="h-18" />
    </div>
  </Card>
)

/** The chosen dates, kept in the address. Dates picked before signing up are taken over once. */
function useDates(today: Day): [DateSelection, (selection: DateSelection) => void] {
  const [params, setParams] = useSearchParams()
  const isHistory = useNavigationType() === 'POP'
  const address = readDates(params, today)
  const [seen, setSeen] = useState(address)
  // The address updates a moment later; fast key presses must step from the latest dates, not from
  // the old ones.
  const [ahead, setAhead] = useState<DateSelection | null>(null)
  if (!isSameSelection(seen, address)) {
    setSeen(address)
    if (ahead && (isHistory || isSameSelection(ahead, address))) setAhead(null)
  }
  const write = (selection: DateSelection) =>
    setParams((current) => withDates(current, selection), {
      replace: true,
      preventScrollReset: true,
    })
  const choose = (selection: DateSelection) => {
    // Nothing would change the address, and so nothing would end `ahead`.
    if (isSameSelection(ahead ?? address, selection)) return
    setAhead(selection)
    write(selection)
  }

  const restore = useEffectEvent(() => {
    const pending = takePendingDates(sessionStorage, today)
    if (pending) write(pending)
  })
  useEffect(() => restore(), [])

  return [ahead ?? address, choose]
}

/** Reads the chosen dates from the dashboard's address, so that Back and reload restore them. */
export function readDates(params: URLSearchParams, today: Day): DateSelection {
  const [from, to] = [
    params.get('date') ?? params.get('startDate'),
    params.get('date') ?? params.get('endDate'),
  ]
  if (!from || !to || !isDay(from) || !isDay(to)) return NO_DATES
  if (from > today || to > today) return NO_DATES
  return spanOf(from, to)
}

/** The same address with other dates; the rest stays unchanged. */
export function withDates(params: URLSearchParams, selection: DateSelection): URLSearchParams {
  const next = new URLSearchParams(params)
  for (const name of ['date', 'startDate', 'endDate']) next.delete(name)
  if (selection.kind === 'single') next.set('date', selection.date)
  if (selection.kind === 'range') {
    next.set('startDate', selection.from)
    next.set('endDate', selection.to)
  }
  return next
}
