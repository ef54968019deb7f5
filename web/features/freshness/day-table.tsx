import { useTranslation } from 'react-i18next'
import type { FreshnessDay } from '#contracts/freshness.ts'
import { useFormats } from '#web/lib/format.ts'
import { Cell, HeadCell, Row, Table } from '#web/ui/table.tsx'
import { useDuration } from './use-duration.ts'

const columns = ['stores', 'liveHalf', 'liveNinety', 'allHalf', 'allNinety', 'launch'] as const

/** The chart as a table, with figures that do not fit into the chart. Opens without JavaScript. */
export function DayTable({ days }: { days: readonly FreshnessDay[] }) {
  const { t } = useTranslation('freshness')
  const formats = useFormats()
  const duration = useDuration()
  return (
    <details className="mt-5 border-t border-line">
      <summary className="flex min-h-11 items-center gap-2 py-2 text-sm font-semibold">
        {t('table.open')}
      </summary>
      <Table caption={t('table.caption')}>
        <thead>
          <tr>
            <HeadCell>{t('chart.day')}</HeadCell>
            {columns.map((column) => (
              <HeadCell key={column} isNumber>
                {t(`table.${column}`)}
              </HeadCell>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.map((day) => (
            <Row key={day.day}>
              <th scope="row" className="px-2.5 py-2 text-start font-normal whitespace-nowrap">
                {formats.day(day.day)}
              </th>
              <Cell isNumber>{formats.number(day.newStores)}</Cell>
              {[day.live.p50Seconds, day.live.p90Seconds, day.all.p50Seconds, day.all.p90Seconds].map(
                (seconds, at) => (
                  <Cell key={columns[at + 1]} isNumber className="whitespace-nowrap">
                    {duration(seconds)}
                  </Cell>
                ),
              )}
              <Cell isNumber>
                {day.launchToVisible.p50Days === null ? '–' : formats.number(day.launchToVisible.p50Days)}
              </Cell>
            </Row>
          ))}
        </tbody>
      </Table>
    </details>
  )
}
