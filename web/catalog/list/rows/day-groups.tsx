import { memo } from 'react'
import type { Day } from '#contracts/dates.ts'
import type { StoreSummary } from '#contracts/catalog/stores.ts'
import type { ListAddress } from '#web/catalog/list/list-address.ts'
import { useDateFormats } from '#web/lib/dates/date-format.ts'

/** Heading above the rows found on one day. */
export const DayHeadRow = memo(function DayHeadRow({
  day,
  columns,
}: {
  day: Day
  columns: number
}) {
  const formats = useDateFormats()
  return (
    <tr className="border-b border-line bg-canvas">
      <th
        scope="colgroup"
        colSpan={columns}
        className="px-4 py-1.5 text-start text-xs font-semibold text-muted"
      >
        {formats.fullDay(day)}
      </th>
    </tr>
  )
})

export const DayHead = memo(function DayHead({ day }: { day: Day }) {
  const formats = useDateFormats()
  return (
    <h3 className="pt-2 text-xs font-semibold tracking-normal text-muted">
      {formats.fullDay(day)}
    </h3>
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
