import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { ListingEventKind, type ProductCluster } from '#contracts/stores/product-clusters.ts'
import { EventRow } from '#web/catalog/product/listing-events.tsx'
import { useFormats } from '#web/lib/i18n/format.ts'
import { paths } from '#web/paths.ts'
import { Card } from '#web/ui/card.tsx'

/** Sell-outs and price changes: in how many stores, and the latest of them. */
export function ClusterEvents({ product: { events, eventStores } }: { product: ProductCluster }) {
  const { t } = useTranslation('product-detail')
  const formats = useFormats()
  return (
    <Card className="min-w-0">
      <section aria-labelledby="events">
        <h2 id="events" className="px-4 py-3.5 text-sm font-semibold sm:px-5">
          {t('history.title')}
        </h2>
        {events.length === 0 ? (
          <p className="border-t border-line px-4 py-3 text-sm text-muted sm:px-5">{t('history.none')}</p>
        ) : (
          <>
            <dl className="grid grid-cols-2 gap-x-4 gap-y-2 border-t border-line px-4 py-3 text-sm sm:px-5">
              {ListingEventKind.options.map((kind) => (
                <div key={kind} className="min-w-0">
                  <dt className="text-xs wrap-anywhere text-muted">{t(`history.kind.${kind}`)}</dt>
                  <dd className="font-semibold">
                    {t('history.stores', {
                      count: eventStores[kind],
                      stores: formats.number(eventStores[kind]),
                    })}
                  </dd>
                </div>
              ))}
            </dl>
            <ul className="border-t border-line px-4 sm:px-5">
              {events.map((event) => (
                <EventRow key={`${event.productId} ${event.kind} ${event.at}`} event={event}>
                  <Link
                    to={paths.product(event.productId)}
                    className="link block w-fit max-w-full text-xs wrap-anywhere"
                  >
                    {event.storeName}
                  </Link>
                </EventRow>
              ))}
            </ul>
          </>
        )}
      </section>
    </Card>
  )
}
