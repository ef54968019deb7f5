import { memo } from 'react'
import type { Day } from '#contracts/dates.ts'
import { useDateFormats } from '#web/lib/date-format.ts'

/** Heading above the rows found on one day. */
export const DayHeadRow = memo(function DayHeadRow({ day, columns }: { day: Day; columns: number }) {
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
  return <h3 className="pt-2 text-xs font-semibold tracking-normal text-muted">{formats.fullDay(day)}</h3>
})
