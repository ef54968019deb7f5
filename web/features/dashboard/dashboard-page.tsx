import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import type { CurrentUser } from '#contracts/auth.ts'
import { type Day, isDay } from '#contracts/dates.ts'
import { getDashboard } from '#contracts/dashboard.ts'
import { q } from '#web/api/query.ts'
import { PageMeta } from '#web/lib/page-meta.tsx'
import { RequirePaid } from '#web/lib/require-paid.tsx'
import { useSession } from '#web/lib/session.tsx'
import { useToday } from '#web/lib/today.ts'
import { unreadableDates, withoutUnreadable } from '#web/lib/unreadable-dates.ts'
import { presets } from '#web/lib/date-selection.ts'
import { CatchUpLine } from '#web/ui/catch-up-line.tsx'
import { DatePicker } from '#web/ui/date-picker/date-picker.tsx'
import { presetKeys } from '#web/ui/date-picker/date-presets.tsx'
import { UnreadableDatesNote } from '#web/ui/date-picker/unreadable-dates-note.tsx'
import { ShortcutHelp } from '#web/ui/shortcut-help.tsx'
import { DashboardSkeleton } from './dashboard-skeleton.tsx'
import { HeatCalendar } from './heat-calendar.tsx'
import { LatestFinds } from './latest-finds.tsx'
import { LOOK_AGAIN_EVERY_MS } from './look-again.ts'
import { SavedSearches } from './saved-searches.tsx'
import { SinceCard } from './since-card.tsx'
import { useDates } from './use-dates.ts'

export function DashboardPage() {
  return (
    <div className="relative">
      <CatchUpLine />
      <div className="page min-h-dvh py-8 sm:py-12">
        <PageMeta page="app" noindex />
        <RequirePaid skeleton={<DashboardSkeleton />}>
          <Dashboard />
        </RequirePaid>
      </div>
    </div>
  )
}

/** Pick a day or a range, see what we found, and open the stores. */
function Dashboard() {
  const { t } = useTranslation('date-picker')
  const today = useToday()
  const dashboard = useQuery({ ...q(getDashboard, {}), refetchInterval: LOOK_AGAIN_EVERY_MS })
  return (
    <>
      <header className="flex items-start justify-between gap-4">
        <div>
          <Greeting />
          <p className="mt-2 text-lg text-muted">{t('subtitle')}</p>
        </div>
        <ShortcutHelp
          lines={[
            ...presets.map((preset) => ({ keys: [presetKeys[preset]], does: t(`presets.${preset}`) })),
            { keys: ['←'], does: t('period.previous') },
            { keys: ['→'], does: t('period.next') },
          ]}
        />
      </header>
      <div className="mt-6 grid grid-cols-1 gap-6 sm:mt-8">
        <SinceCard dashboard={dashboard} />
        <ChosenDates today={today} />
        <HeatCalendar today={today} />
        <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,1fr)_minmax(20rem,26rem)]">
          <LatestFinds dashboard={dashboard} />
          <SavedSearches />
        </div>
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
