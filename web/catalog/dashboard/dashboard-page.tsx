import { useQuery } from '@tanstack/react-query'
import { Sparkles } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigationType, useSearchParams } from 'react-router'
import type { CurrentUser } from '#contracts/accounts/auth.ts'
import { type Day, isDay } from '#contracts/dates.ts'
import { getToday, type Today } from '#contracts/catalog/today.ts'
import { q, REFRESH_EVERY_MS, refetchEvery } from '#web/api/query.ts'
import { useLiveTotal } from '#web/catalog/list/rows/live-total.ts'
import { RequirePaid } from '#web/ui/require-paid.tsx'
import { UnreadableDatesNote } from '#web/catalog/unreadable-dates.tsx'
import { pageLoader, PageMeta } from '#web/lib/app/page.tsx'
import { useToday } from '#web/lib/dates/calendar.ts'
import { useDateFormats } from '#web/lib/dates/date-format.ts'
import {
  presets,
  type DateSelection,
  isSameSelection,
  NO_DATES,
  spanOf,
} from '#web/lib/dates/date-selection.ts'
import { takePendingDates } from '#web/lib/dates/pending-dates.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { useRegisterCommands } from '#web/lib/navigation/page-commands.ts'
import { searchPath } from '#web/lib/navigation/search-path.ts'
import { useSession } from '#web/lib/session/session.tsx'
import { CatchUpProgress } from '#web/operations/api.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { DateCard } from '#web/ui/date-picker/date-card.tsx'
import { presetKeys } from '#web/ui/date-picker/periods.tsx'
import { Bone, Loaded, Skeleton } from '#web/ui/feedback/loaded.tsx'
import { ErrorState } from '#web/ui/feedback/error-state.tsx'
import { ShortcutHelp, WorkBar } from '#web/ui/work-bar.tsx'
import { MoreLink } from './board-card.tsx'
import { useIsRoomUnknown } from './brief/brief-room.tsx'
import { brief, LateBrief, LateFirstRun } from './late-parts.tsx'
import { NewestStores } from './newest-stores.tsx'
import { RisingProducts } from './rising-products.tsx'
import { SavedSearches } from './saved-searches.tsx'
import { TodayChanges } from './today-changes.tsx'
import { FigureBones, TodayFigures } from './today-figures.tsx'

const BOARD =
  'page grid grid-cols-1 items-start gap-3 py-3 work:grid-cols-[minmax(0,1fr)_21.25rem] min-[96rem]:gap-4 min-[96rem]:py-4 min-[96rem]:grid-cols-[minmax(0,1fr)_23.75rem]'
const COLUMN = 'grid grid-cols-1 gap-3 min-[96rem]:gap-4'

export function DashboardPage() {
  return (
    <>
      <PageMeta page="app" noindex />
      <RequirePaid skeleton={<PageSkeleton />}>
        <Dashboard />
      </RequirePaid>
    </>
  )
}

export { DashboardPage as Component }

export const loader = pageLoader(
  ['brief', 'changes', 'date-picker', 'list', 'store-details', 'today'],
  () => brief.prepare(),
)

/** What waits for the reader; what opened, what rises and what changed today; and the dates of any other day. */
function Dashboard() {
  const { t } = useTranslation('today')
  const today = useQuery({ ...q(getToday, {}), refetchInterval: refetchEvery(REFRESH_EVERY_MS) })
  const [isFirstRun, setFirstRun] = useState<boolean | null>(null)
  const dates = useToday()
  const isWaiting = useIsRoomUnknown()
  const isAsked = isFirstRun ?? today.data?.isFirstRun ?? false
  if (isFirstRun === null && today.data?.isFirstRun) setFirstRun(true)
  const aside = (
    <aside className={COLUMN}>
      <ChosenDates today={dates} />
      <SavedSearches />
    </aside>
  )
  return (
    <>
      <TodayBar today={today.data ?? null} onFirstRun={() => setFirstRun(true)} />
      <div className="relative [&_[role=progressbar]+p]:sr-only">
        <CatchUpProgress />
        <div className={BOARD}>
          <LateBrief />
          <Loaded
            query={isWaiting ? { ...today, data: undefined, error: null } : today}
            skeleton={<BoardBones />}
            failure={(error, retry) => (
              <>
                <ErrorState title={t('failed')} error={error} onRetry={retry} />
                {aside}
              </>
            )}
          >
            {(data) => (
              <>
                {isAsked && <LateFirstRun onEnd={() => setFirstRun(false)} />}
                <Board today={data} reload={async () => (await today.refetch()).data} />
                {aside}
              </>
            )}
          </Loaded>
        </div>
      </div>
    </>
  )
}

function TodayBar({ today, onFirstRun }: { today: Today | null; onFirstRun: () => void }) {
  const { t } = useTranslation(['today', 'date-picker'])
  const formats = useFormats()
  const dates = useDateFormats()
  const session = useSession()
  const name = session.status === 'signed-in' ? firstNameOf(session.user) : ''
  useRegisterCommands([
    { id: 'first-run', label: t('firstRun.again'), run: onFirstRun, isRare: true },
  ])
  return (
    <WorkBar
      title={t('date-picker:greeting', { name: name || t('date-picker:sampleName') })}
      lead={
        today &&
        t('moment', {
          day: formats.capitalised(dates.fullDay(today.day)),
          time: formats.time(today.at),
        })
      }
      actions={
        <>
          {today ? <Since today={today} /> : <Bone className="me-2 h-4 w-64 max-sm:w-40" />}
          <Button
            variant="quiet"
            size="icon"
            aria-label={t('firstRun.again')}
            title={t('firstRun.again')}
            onClick={onFirstRun}
          >
            <Sparkles className="size-5" aria-hidden />
          </Button>
          <ShortcutHelp
            lines={[
              ...presets.map((preset) => ({
                keys: [presetKeys[preset]],
                effect: t(`date-picker:presets.${preset}`),
              })),
              { keys: ['←'], effect: t('date-picker:period.previous') },
              { keys: ['→'], effect: t('date-picker:period.next') },
            ]}
          />
        </>
      }
    />
  )
}

/** What is new since the last visit, with the way to exactly those rows. */
function Since({ today: { newStores, newLeads } }: { today: Today }) {
  const { t } = useTranslation('today')
  const formats = useFormats()
  const stores = t('stores', formats.counted(newStores))
  const leads = t('leads', formats.counted(newLeads))
  if (newStores === 0)
    return <p className="px-2 text-xs text-muted max-sm:hidden">{t('sinceNone')}</p>
  return (
    <Link
      to={paths.list({ isNew: 'yes', sortBy: 'visibleAt' })}
      className="flex min-h-8 items-center gap-2 px-2 text-xs font-semibold hover:underline max-sm:px-1 pointer-coarse:min-h-11"
    >
      <span className="size-1.75 rounded-full bg-sun" aria-hidden />
      <span className="max-work:hidden">{t('since', { stores, leads })}</span>
      <span className="max-sm:hidden work:hidden">{t('sinceShort', { stores })}</span>
      <span className="sm:hidden">{stores}</span>
    </Link>
  )
}

type BoardProps = { today: Today; reload: () => Promise<Today | undefined> }

/** Only the figures follow every answer; the rows stay until the reader asks for the newer ones. */
function Board({ today, reload }: BoardProps) {
  const { t } = useTranslation('today')
  const formats = useFormats()
  const [held, hold] = useState(today)
  if (held.day !== today.day) hold(today)
  const live = useLiveTotal({ date: today.day })
  const counted = today.figures.stores.at(-1) ?? 0
  const rising = today.figures.rising.at(-1) ?? 0
  const total = live ?? counted
  const showArrived = async () => {
    const latest = await reload()
    if (latest) hold(latest)
  }
  return (
    <>
      <TodayFigures today={today} liveStores={live} />
      <div className={COLUMN}>
        <RisingProducts
          rising={held.rising}
          more={
            rising > 0 && (
              <MoreLink to={searchPath({ kind: 'single', date: held.day }, 'products')}>
                {t('all', { total: formats.number(rising) })}
              </MoreLink>
            )
          }
        />
        <Lists>
          <NewestStores
            today={held}
            total={total}
            arrived={Math.max(0, total - (held.figures.stores.at(-1) ?? 0))}
            onShow={() => void showArrived()}
          />
          <TodayChanges changes={held.changes} />
        </Lists>
      </div>
    </>
  )
}

const Lists = ({ children }: { children: React.ReactNode }) => (
  <div className="grid grid-cols-1 items-start gap-3 lg:grid-cols-[minmax(0,1.55fr)_minmax(0,1fr)] min-[96rem]:gap-4 min-[96rem]:grid-cols-[minmax(0,1.55fr)_minmax(0,1fr)]">
    {children}
  </div>
)

const BoardBones = () => (
  <>
    <FigureBones />
    <div className={COLUMN} aria-busy>
      <RisingProducts rising={null} />
      <Lists>
        <NewestStores today={null} total={0} arrived={0} onShow={() => undefined} />
        <TodayChanges changes={null} />
      </Lists>
    </div>
    <div className={COLUMN}>
      <Bone className="h-96 rounded-lg" />
      <Bone className="h-38 rounded-lg" />
    </div>
  </>
)

/** A separate component, so that a change of the dates re-renders nothing else. */
function ChosenDates({ today }: { today: Day }) {
  const [selection, choose] = useDates(today)
  const { t } = useTranslation('date-picker')
  const [params] = useSearchParams()
  return (
    <div>
      <UnreadableDatesNote
        params={params}
        isShown={(text) => isDay(text) && text <= today}
        instead={t('unreadable.chooseBelow')}
      />
      <DateCard selection={selection} onChange={choose} today={today} />
    </div>
  )
}

const firstNameOf = ({ firstName, name }: CurrentUser): string =>
  firstName.trim() || (name.trim().split(/\s+/)[0] ?? '')

/** Shown during the session check. */
const PageSkeleton = () => (
  <Skeleton>
    <div className="border-b border-line">
      <div className="page flex h-bar items-center">
        <Bone className="h-5 w-40" />
      </div>
    </div>
    <div className={BOARD}>
      <BoardBones />
    </div>
  </Skeleton>
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
  const at = (end: string) => params.get('date') ?? params.get(end) ?? ''
  const [from, to] = [at('startDate'), at('endDate')]
  return [from, to].every((day) => isDay(day) && day <= today) ? spanOf(from, to) : NO_DATES
}

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
