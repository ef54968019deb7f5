import { useQuery } from '@tanstack/react-query'
import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { addDays, type Day } from '#contracts/dates.ts'
import { listStoreDays } from '#contracts/catalog/stores.ts'
import { q, REFRESH_EVERY_MS, refetchEvery } from '#web/api/query.ts'
import { cn } from '#web/lib/cn.ts'
import { useDateFormats } from '#web/lib/dates/date-format.ts'
import { spanOf } from '#web/lib/dates/date-selection.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { searchPath } from '#web/lib/navigation/search-path.ts'
import { Card } from '#web/ui/card.tsx'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { CardFailure } from './dashboard-card.tsx'
import { type DayCount, type Heat, HEAT_DAYS, heatOf, levels, MAX_WEEKS } from './heat-days.ts'
import { HeatGrid, shades, useHeatText } from './heat-grid.tsx'

/** Stores found per day, as far back as the width allows, up to a year. */
export function HeatCalendar({ today }: { today: Day }) {
  const { t } = useTranslation('date-picker')
  const { weekStart } = useDateFormats()
  const [box, weekCount] = useWeekCount()
  const [pointedAt, setPointedAt] = useState<Day | null>(null)
  const days = useQuery({
    ...q(listStoreDays, {
      query: { dateRangeFrom: addDays(today, 1 - HEAT_DAYS), dateRangeTo: today },
    }),
    refetchInterval: refetchEvery(REFRESH_EVERY_MS),
  })
  const heat = heatOf({ counts: days.data?.days ?? [], today, weekCount, weekStart })
  // Also while it loads: the grid then has no colours.
  const grid = (
    <>
      <HeatGrid heat={heat} isLoading={!days.data} onPointAt={setPointedAt} />
      <div className="mt-2 flex min-h-6 flex-wrap items-center justify-between gap-x-6 gap-y-1 text-sm text-muted">
        <HeatNote counts={days.data?.days ?? null} total={heat.total} pointedAt={pointedAt} />
        <HeatScale />
      </div>
    </>
  )
  return (
    <Card className="p-4 sm:p-6">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h2 className="text-lg font-semibold">{t('heat.title')}</h2>
        {days.data && heat.total > 0 && <HeatTotal heat={heat} />}
      </div>
      <div ref={box} className="mt-3">
        <Loaded
          query={days}
          skeleton={grid}
          failure={(_, retry) => <CardFailure text={t('heat.failed')} onRetry={retry} />}
        >
          {() => grid}
        </Loaded>
      </div>
    </Card>
  )
}

/** Total of the days shown, counted as in the list. */
function HeatTotal({ heat: { total, from, to } }: { heat: Heat }) {
  const { t } = useTranslation('date-picker')
  const dates = useDateFormats()
  const formats = useFormats()
  const selection = spanOf(from, to)
  return (
    <Link to={searchPath(selection)} className="link text-sm">
      {t('heat.total', {
        count: total,
        total: formats.number(total),
        dates: dates.selection(selection),
      })}
    </Link>
  )
}

type NoteProps = { counts: readonly DayCount[] | null; total: number; pointedAt: Day | null }

/**
 * Details of the day under the pointer or the focus. Its link gives screen readers the same text.
 */
function HeatNote({ counts, total, pointedAt }: NoteProps) {
  const { t } = useTranslation('date-picker')
  const dates = useDateFormats()
  const textOf = useHeatText()
  if (!counts) return <p />
  if (!pointedAt) return <p>{total === 0 ? t('heat.none') : null}</p>
  const count = counts.find(({ day }) => day === pointedAt) ?? {
    day: pointedAt,
    stores: 0,
    leads: 0,
  }
  return (
    <p aria-hidden>
      <span className="font-semibold text-ink">
        {dates.selection({ kind: 'single', date: pointedAt })}
      </span>
      {' · '}
      {textOf(count)}
    </p>
  )
}

function HeatScale() {
  const { t } = useTranslation('date-picker')
  return (
    <p className="ms-auto flex flex-wrap items-center gap-1.5 text-xs text-faint">
      <span className="sr-only">{t('heat.scale')}</span>
      <span aria-hidden>{t('heat.less')}</span>
      {levels.map((level) => (
        <span key={level} className={cn('size-3 rounded-[2px]', shades[level])} aria-hidden />
      ))}
      <span aria-hidden>{t('heat.more')}</span>
    </p>
  )
}

/** Width of one week; wider for touch. */
const WEEK_PX = { fine: 19, coarse: 30 }
const WEEKDAY_NAMES_PX = 36
const MIN_WEEKS = 6

/** How many weeks fit into the element beside the weekday names. */
export function weeksThatFit(width: number, isCoarse: boolean): number {
  const room = Math.floor((width - WEEKDAY_NAMES_PX) / (isCoarse ? WEEK_PX.coarse : WEEK_PX.fine))
  return Math.max(MIN_WEEKS, Math.min(MAX_WEEKS, room))
}

function useWeekCount(): [RefObject<HTMLDivElement | null>, number] {
  const box = useRef<HTMLDivElement>(null)
  const [count, setCount] = useState(MAX_WEEKS)
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    const measure = () =>
      setCount(weeksThatFit(element.clientWidth, matchMedia('(pointer: coarse)').matches))
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [box, count]
}
