import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ListingEvent } from '#contracts/stores/product-clusters.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { Card } from '#web/ui/card.tsx'
import { PriceLine } from './price-line.tsx'

/** Changes of one listing's price and stock, the latest first. */
export function ListingHistory({ events }: { events: readonly ListingEvent[] }) {
  const { t } = useTranslation('product-detail')
  return (
    <Card className="min-w-0">
      <section aria-labelledby="history">
        <h2 id="history" className="px-4 py-3.5 text-sm font-semibold sm:px-5">
          {t('history.title')}
        </h2>
        <PriceLine events={events} />
        {events.length === 0 ? (
          <p className="border-t border-line px-4 py-3 text-sm text-muted sm:px-5">{t('history.none')}</p>
        ) : (
          <ul className="border-t border-line px-4 sm:px-5">
            {events.map((event) => (
              <EventRow key={`${event.kind} ${event.at}`} event={event} />
            ))}
          </ul>
        )}
      </section>
    </Card>
  )
}

/** What changed, from what to what, and when; `children` says where. */
export function EventRow({ event, children }: { event: ListingEvent; children?: ReactNode }) {
  const { t } = useTranslation('product-detail')
  const formats = useFormats()
  const { before, after, currency } = event
  return (
    <li className="relative flex flex-wrap items-baseline justify-between gap-x-4 gap-y-0.5 border-b border-line py-2.5 text-sm last:border-0">
      <p className="min-w-0">
        <strong className="font-semibold">{t(`history.kind.${event.kind}`)}</strong>
        {before !== null && after !== null && (
          <span className="text-muted">
            {' '}
            {t('history.fromTo', {
              before: formats.money(before, currency),
              after: formats.money(after, currency),
            })}
          </span>
        )}
        {children}
      </p>
      <time dateTime={event.at} className="text-xs text-muted">
        {formats.day(event.at.slice(0, 10))}
      </time>
    </li>
  )
}
