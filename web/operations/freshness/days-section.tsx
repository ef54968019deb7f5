import { useTranslation } from 'react-i18next'
import type { FreshnessDay } from '#contracts/operations/freshness.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { Summary } from '#web/ui/accordion.tsx'
import { Card } from '#web/ui/card.tsx'
import { DataTable, useColumns } from '#web/ui/table.tsx'
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

/** The chart as a table, with figures that do not fit into the chart. Opens without JavaScript. */
function DayTable({ days }: { days: readonly FreshnessDay[] }) {
  const { t } = useTranslation('freshness')
  const formats = useFormats()
  const duration = useDuration()
  const { number } = useColumns<FreshnessDay>()
  const seconds = (head: string, valueOf: (day: FreshnessDay) => number | null) => ({
    head,
    isNumber: true,
    className: 'whitespace-nowrap',
    cell: (day: FreshnessDay) => duration(valueOf(day)),
  })
  return (
    <details className="group mt-5 border-t border-line">
      <Summary className="py-2">{t('table.open')}</Summary>
      <DataTable
        caption={t('table.caption')}
        items={days}
        keyOf={({ day }) => day}
        columns={[
          {
            head: t('chart.day'),
            rowHead: 'plain',
            className: 'whitespace-nowrap',
            cell: ({ day }) => formats.day(day),
          },
          number(t('table.stores'), ({ newStores }) => newStores),
          seconds(t('table.liveHalf'), ({ live }) => live.p50Seconds),
          seconds(t('table.liveNinety'), ({ live }) => live.p90Seconds),
          seconds(t('table.allHalf'), ({ all }) => all.p50Seconds),
          seconds(t('table.allNinety'), ({ all }) => all.p90Seconds),
          number(t('table.launch'), ({ launchToVisible }) => launchToVisible.p50Days),
        ]}
      />
    </details>
  )
}
