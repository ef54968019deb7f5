import { useTranslation } from 'react-i18next'
import type { FreshnessDay } from '#contracts/freshness.ts'
import { Card } from '#web/ui/card.tsx'
import { DayTable } from './day-table.tsx'
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
          <p className="grid min-h-64 place-items-center text-center text-muted">{t('chart.empty')}</p>
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
