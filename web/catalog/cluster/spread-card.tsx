import { useTranslation } from 'react-i18next'
import { addDays } from '#contracts/dates.ts'
import type { ProductCluster } from '#contracts/stores/product-clusters.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { Card } from '#web/ui/card.tsx'
import { Sparkline } from '#web/ui/store/sparkline.tsx'
import { Cell, HeadCell, Row, Table } from '#web/ui/table.tsx'

/** New stores that began to list it: by day as a chart, since the first one by week as a table. */
export function SpreadCard({ product }: { product: ProductCluster }) {
  const { t } = useTranslation('product-detail')
  const formats = useFormats()
  const { newStoresByDay, newStoresByWeek, lastDay } = product
  const days = newStoresByDay.length
  const started = newStoresByDay.reduce((sum, stores) => sum + stores, 0)
  const label = t('cluster.spread.days', { days: formats.number(days), stores: formats.number(started) })
  return (
    <Card className="min-w-0">
      <section aria-labelledby="spread">
        <div className="px-4 py-3.5 sm:px-5">
          <h2 id="spread" className="text-sm font-semibold">
            {t('cluster.spread.title')}
          </h2>
          <p className="mt-1 text-sm text-muted">{label}</p>
          <Sparkline values={newStoresByDay} label={label} className="mt-3 h-16" />
          <p className="mt-1 flex justify-between gap-4 text-xs text-muted" aria-hidden>
            <span>{formats.shortDay(addDays(lastDay, 1 - days))}</span>
            <span>{formats.shortDay(lastDay)}</span>
          </p>
        </div>
        {newStoresByWeek.length > 0 && (
          <details className="border-t border-line px-4 sm:px-5">
            <summary className="flex min-h-11 cursor-pointer items-center text-sm font-semibold">
              {t('cluster.spread.weeks')}
            </summary>
            <Table caption={t('cluster.spread.weeks')} className="pb-3">
              <thead>
                <tr>
                  <HeadCell>{t('cluster.spread.week')}</HeadCell>
                  <HeadCell isNumber>{t('cluster.spread.title')}</HeadCell>
                </tr>
              </thead>
              <tbody>
                {newStoresByWeek.toReversed().map(({ week, stores }) => (
                  <Row key={week}>
                    <Cell>{formats.day(week)}</Cell>
                    <Cell isNumber>{formats.number(stores)}</Cell>
                  </Row>
                ))}
              </tbody>
            </Table>
          </details>
        )}
      </section>
    </Card>
  )
}
