import { memo } from 'react'
import type { Day } from '#contracts/dates.ts'
import type { StoreSummary } from '#contracts/catalog/stores.ts'
import type { ListAddress } from '#web/catalog/list/list-address.ts'
import { useDateFormats } from '#web/lib/dates/date-format.ts'

/** Heading above the rows found on one day. */
export const DayHead = memo(function DayHead({ day, span }: { day: Day; span: number }) {
  const formats = useDateFormats()
  return (
    <tr className="bg-canvas shadow-[inset_0_-1px_var(--color-line)] max-work:block">
      <th
        scope="rowgroup"
        colSpan={span}
        className="h-6.5 overflow-visible px-pad text-start text-xs font-semibold whitespace-nowrap max-work:block max-work:leading-6.5"
      >
        {formats.fullDay(day)}
      </th>
    </tr>
  )
})

export type DayGroup = { day: Day | null; stores: readonly StoreSummary[] }

/**
 * Rows in the order of days are grouped by day. In any other order, or on a single day, day
 * headings would add nothing.
 */
export const hasDayHeads = ({ sort, dates }: Pick<ListAddress, 'sort' | 'dates'>): boolean =>
  sort.by === 'foundAt' && dates.kind !== 'single'

export function groupByDay(stores: readonly StoreSummary[], hasDays: boolean): DayGroup[] {
  if (!hasDays) return [{ day: null, stores }]
  const groups: { day: Day; stores: StoreSummary[] }[] = []
  for (const store of stores) {
    const last = groups.at(-1)
    if (last?.day === store.foundDay) last.stores.push(store)
    else groups.push({ day: store.foundDay, stores: [store] })
  }
  return groups
}
