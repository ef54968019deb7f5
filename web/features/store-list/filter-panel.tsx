import { RotateCcw } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Day } from '#contracts/dates.ts'
import { isSameSelection } from '#web/lib/date-selection.ts'
import { Button } from '#web/ui/button.tsx'
import { DatePresets } from '#web/ui/date-picker/date-presets.tsx'
import { TypedDates } from '#web/ui/date-picker/typed-dates.tsx'
import { LaunchStatusSwitch } from './launch-status-switch.tsx'
import type { ListAddress, ListChange } from './list-address.ts'

export type FilterProps = { address: ListAddress; change: (to: ListChange) => void; today: Day }

/** What narrows the list. Every change counts at once and stands in the address. */
export function FilterPanel({ address, change, today }: FilterProps) {
  const { t } = useTranslation('list')
  const { dates, picked, launchStatus } = address
  const canReset = picked.kind !== 'none' && !isSameSelection(dates, picked)
  return (
    <div className="grid gap-7">
      <section aria-labelledby="filter-dates">
        <h2 id="filter-dates" className="eyebrow">
          {t('filters.dates')}
        </h2>
        <TypedDates
          selection={dates}
          onChange={(selection) => change({ dates: selection })}
          today={today}
          className="mt-3"
        />
        <DatePresets
          selection={dates}
          onChange={(selection) => change({ dates: selection })}
          today={today}
          hasAllDays
          className="mt-4"
        />
        {canReset && (
          <Button variant="quiet" size="sm" className="mt-3 -ms-3" onClick={() => change({ dates: picked })}>
            <RotateCcw className="size-4" aria-hidden />
            {t('filters.reset')}
          </Button>
        )}
      </section>
      <LaunchStatusSwitch value={launchStatus} onChange={(status) => change({ launchStatus: status })} />
    </div>
  )
}
