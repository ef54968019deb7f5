import { ChevronDown, RotateCcw } from 'lucide-react'
import { memo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Day } from '#contracts/dates.ts'
import { useDateFormats } from '#web/lib/dates/date-format.ts'
import {
  boundsOf,
  type DateSelection,
  type DatesProps,
  isSameSelection,
  NO_DATES,
} from '#web/lib/dates/date-selection.ts'
import { Button } from '#web/ui/button.tsx'
import { Calendar } from '#web/ui/date-picker/calendar.tsx'
import { DatePresets, PeriodSteps } from '#web/ui/date-picker/periods.tsx'
import { TypedDates } from '#web/ui/date-picker/typed-dates.tsx'
import type { ListAddress } from './list-address.ts'
import { type ChangeList, useRequestedAddress } from './list-change.ts'
import { Popover } from '#web/ui/popover.tsx'

type Props = { today: Day; change: ChangeList }

/** The days of the list, as its title: step by step, or by the picker behind it. */
export function DayPicker(props: Props) {
  const { dates, picked, view, products } = useRequestedAddress().address
  const isTrending = view === 'products' && products.scope === 'trending'
  return <Dates {...props} dates={dates} picked={picked} isTrending={isTrending} />
}

type TitleProps = Props & Pick<ListAddress, 'dates' | 'picked'> & { isTrending: boolean }

const areSame = (before: TitleProps, after: TitleProps): boolean =>
  isSameSelection(before.dates, after.dates) &&
  isSameSelection(before.picked, after.picked) &&
  before.isTrending === after.isTrending &&
  before.today === after.today &&
  before.change === after.change

const Dates = memo(function Dates({ today, change, dates, picked, isTrending }: TitleProps) {
  const { t } = useTranslation(['list', 'date-picker'])
  const formats = useDateFormats()
  const choose = (selection: DateSelection) => change({ dates: selection })
  const title =
    dates.kind === 'none' ? t('date-picker:presets.allDays') : formats.selection(dates, today)
  const isNarrowed = picked.kind !== 'none' && !isSameSelection(dates, picked)
  return (
    <PeriodSteps
      className="min-w-0 [&>button]:size-8.5 max-work:[&>button]:-mx-1"
      selection={dates}
      onChange={choose}
      today={today}
    >
      <Popover
        around={(button) => <h1 className="min-w-0">{button}</h1>}
        label={t('list:filters.dates')}
        className="w-[min(22rem,calc(100vw-1.5rem))]"
        button={{
          className:
            'flex h-9 w-full min-w-0 items-center gap-1.5 rounded-md px-1 hover:bg-sunken pointer-coarse:h-11',
          children: (
            <>
              <span className="min-w-0 truncate">{title}</span>
              <ChevronDown className="size-4 shrink-0 text-muted max-work:hidden" aria-hidden />
            </>
          ),
        }}
      >
        {(isOpen) => (
          <div className="grid gap-4">
            <DatePresets selection={dates} onChange={choose} today={today} hasAllDays />
            {isOpen && <PickedDays selection={dates} onChange={choose} today={today} />}
            <TypedDates selection={dates} onChange={choose} today={today} isLimited />
            <p className="text-xs text-muted">
              {t(isTrending ? 'list:hero.trendUtc' : 'list:hero.utc')}
            </p>
            {isNarrowed && (
              <div>
                <p>{t('list:hero.picked', { dates: formats.selection(picked) })}</p>
                <Button variant="quiet" size="sm" className="-ms-3" onClick={() => choose(picked)}>
                  <RotateCcw className="size-4" aria-hidden />
                  {t('list:filters.reset')}
                </Button>
              </div>
            )}
          </div>
        )}
      </Popover>
    </PeriodSteps>
  )
}, areSame)

/** The first press picks a day, a second one ends a range, whatever the list showed before. */
function PickedDays({ selection, onChange, today }: DatesProps) {
  const bounds = boundsOf(selection)
  const [picked, setPicked] = useState<DateSelection>(
    bounds ? { kind: 'range', ...bounds } : NO_DATES,
  )
  return (
    <Calendar
      selection={picked}
      onChange={(dates) => {
        setPicked(dates)
        if (dates.kind !== 'none') onChange(dates)
      }}
      today={today}
      monthCount={1}
    />
  )
}
