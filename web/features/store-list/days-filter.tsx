import type { Day } from '#contracts/dates.ts'
import { type FilterChoice, type FilterKey, readDays } from '#contracts/store-filters.ts'
import { boundsOf, EARLIEST_DAY, NO_DATES, spanOf, type DateSelection } from '#web/lib/date-selection.ts'
import { TypedDates } from '#web/ui/date-picker/typed-dates.tsx'
import { withTyped } from './filter-choice.ts'
import type { ChangeFilter } from './use-list-change.ts'

type Props = { filterKey: FilterKey; choice: FilterChoice; today: Day; onChange: ChangeFilter }

/** A typed range of days. */
export function DaysFilter({ filterKey, choice, today, onChange }: Props) {
  return (
    <TypedDates
      selection={selectionOf(choice, today)}
      today={today}
      onChange={(selection) => {
        const bounds = boundsOf(selection)
        onChange(filterKey, (current) => withTyped(current, bounds && `${bounds.from}..${bounds.to}`))
      }}
      className="grid-cols-1 pe-1"
    />
  )
}

/** An open end extends to the first or last possible day. */
function selectionOf({ include: [text, ...others] }: FilterChoice, today: Day): DateSelection {
  const days = text === undefined || others.length > 0 ? null : readDays(text)
  return days ? spanOf(days[0] ?? EARLIEST_DAY, days[1] ?? today) : NO_DATES
}
