import { useTranslation } from 'react-i18next'
import type { FreshnessDay } from '#contracts/operations/freshness.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { Summary } from '#web/ui/accordion.tsx'
import { Card } from '#web/ui/card.tsx'
import { Cell, HeadCell, Row, Table } from '#web/ui/table.tsx'
import { useDuration } from './duration.ts'
import { LagChart } from './lag-chart.tsx'
import { SectionHead } from './section-head.tsx'

export function DaysSection({ days }: { days: readonly FreshnessDay[] }) {
  const { t } = useTranslation('freshness')
  const isEmpty = days.every((day) => day.newStores === 0)
  return (
    <section className="page py-16">
      <SectionHead title={t('chart.title')}>{t('chart.text')}</SectionHead>
      <Card className="mt-6 p-4 sm:p-6">
        {isEmpty ? (
          <p className="grid min-h-64 place-items-center text-center text-muted">
            {t('chart.empty')}
          </p>
        ) : (
          <>
            <LagChart days={days} />
            <DayTable days={days} />
          </>
        )}
      </Card>
    </section>
  )
}

const columns = ['stores', 'liveHalf', 'liveNinety', 'allHalf', 'allNinety', 'launch'] as const

/** The chart as a table, with figures that do not fit into the chart. Opens without JavaScript. */
function DayTable({ days }: { days: readonly FreshnessDay[] }) {
  const { t } = useTranslation('freshness')
  const formats = useFormats()
  const duration = useDuration()
  return (
    <details className="group mt-5 border-t border-line">
      <Summary className="py-2">{t('table.open')}</Summary>
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
              {[
                day.live.p50Seconds,
                day.live.p90Seconds,
                day.all.p50Seconds,
                day.all.p90Seconds,
              ].map((seconds, at) => (
                <Cell key={columns[at + 1]} isNumber className="whitespace-nowrap">
                  {duration(seconds)}
                </Cell>
              ))}
              <Cell isNumber>
                {day.launchToVisible.p50Days === null
                  ? '–'
                  : formats.number(day.launchToVisible.p50Days)}
              </Cell>
            </Row>
          ))}
        </tbody>
      </Table>
    </details>
  )
}
