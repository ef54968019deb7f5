import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Navigate, useParams, Link } from 'react-router'
import { addDays } from '#contracts/dates.ts'
import {
  getProductCluster,
  type ProductCluster,
  ListingEventKind,
} from '#contracts/catalog/product-clusters.ts'
import { q } from '#web/api/query.ts'
import { EventRow } from '#web/catalog/product/listing-events.tsx'
import { WideCard } from '#web/catalog/product/product-cards.tsx'
import {
  columns,
  LoadedProduct,
  pictureColumn,
  ProductFrame,
  storeColumn,
} from '#web/catalog/product/product-frame.tsx'
import { TrendCard } from '#web/catalog/product/trend-card.tsx'
import { pageLoader } from '#web/lib/app/page-loader.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { paths } from '#web/paths.ts'
import { Summary } from '#web/ui/accordion.tsx'
import { Card } from '#web/ui/card.tsx'
import { Picture } from '#web/ui/store/picture.tsx'
import { Sparkline } from '#web/ui/store/sparkline.tsx'
import { DataTable, useColumns } from '#web/ui/data-table.tsx'
import { CountriesCard, FirstSellerCard, PriceCard, SimilarClusters } from './cluster-cards.tsx'
import { ClusterStores } from './cluster-stores.tsx'
import { PriceCourseCard } from './price-course-card.tsx'

/** A product across all stores that list it. */
export function ClusterPage() {
  const { id = '' } = useParams()
  return (
    <ProductFrame>
      <ClusterDetail key={id} id={id} />
    </ProductFrame>
  )
}

export { ClusterPage as Component }

export const loader = pageLoader(['product-detail'])

function ClusterDetail({ id }: { id: string }) {
  const product = useQuery(q(getProductCluster, { params: { id } }))
  // Merged into another product: that one's address takes its place.
  if (product.data && String(product.data.id) !== id)
    return <Navigate replace to={paths.cluster(product.data.id)} />
  return <LoadedProduct query={product}>{(data) => <Cluster product={data} />}</LoadedProduct>
}

function Cluster({ product }: { product: ProductCluster }) {
  return (
    <div className="@container">
      <div className={columns}>
        <div className={pictureColumn}>
          <Picture
            src={product.imageUrl}
            alt={product.title}
            isEager
            className="aspect-square w-full rounded-lg border border-line @max-[56rem]:max-w-md"
          />
        </div>
        <div className="grid grid-cols-1 content-start gap-6">
          <ClusterHead product={product} />
          <SpreadCard product={product} />
          {product.priceCourse && <PriceCourseCard course={product.priceCourse} />}
          {product.trend && <TrendCard trend={product.trend} />}
          <ClusterStores id={product.id} total={product.listingStores} />
          <ClusterEvents product={product} />
        </div>
        <div className={storeColumn}>
          <PriceCard price={product.price} />
          <FirstSellerCard store={product.firstSeller} />
          <CountriesCard countries={product.countries} />
          <SimilarClusters similar={product.similar} />
        </div>
      </div>
    </div>
  )
}

function ClusterHead({ product }: { product: ProductCluster }) {
  const { t } = useTranslation('product-detail')
  const formats = useFormats()
  return (
    <div>
      <h1 className="text-2xl wrap-anywhere" lang={product.titleLanguage ?? undefined}>
        {product.title}
      </h1>
      <p className="mt-2 text-muted">
        {t('cluster.listed', {
          count: product.listingStores,
          stores: formats.number(product.listingStores),
          newStores: formats.number(product.newStores),
        })}
      </p>
      {!product.trend && <p className="mt-1 text-sm text-muted">{t('cluster.neverTrending')}</p>}
    </div>
  )
}

/** New stores that began to list it: by day as a chart, since the first one by week as a table. */
function SpreadCard({ product }: { product: ProductCluster }) {
  const { t } = useTranslation('product-detail')
  const { number } = useColumns<ProductCluster['newStoresByWeek'][number]>()
  const formats = useFormats()
  const { newStoresByDay, newStoresByWeek, lastDay } = product
  const days = newStoresByDay.length
  const started = newStoresByDay.reduce((sum, stores) => sum + stores, 0)
  const label = t('cluster.spread.days', {
    days: formats.number(days),
    stores: formats.number(started),
  })
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
          <details className="group border-t border-line px-4 sm:px-5">
            <Summary>{t('cluster.spread.weeks')}</Summary>
            <DataTable
              caption={t('cluster.spread.weeks')}
              className="pb-3"
              items={newStoresByWeek.toReversed()}
              keyOf={({ week }) => week}
              columns={[
                { head: t('cluster.spread.week'), cell: ({ week }) => formats.day(week) },
                number(t('cluster.spread.title'), ({ stores }) => stores),
              ]}
            />
          </details>
        )}
      </section>
    </Card>
  )
}

/** Sell-outs and price changes: in how many stores, and the latest of them. */
function ClusterEvents({ product: { events, eventStores } }: { product: ProductCluster }) {
  const { t } = useTranslation('product-detail')
  const formats = useFormats()
  return (
    <WideCard id="events" title={t('history.title')}>
      {events.length === 0 ? (
        <p className="border-t border-line px-4 py-3 text-sm text-muted sm:px-5">
          {t('history.none')}
        </p>
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
    </WideCard>
  )
}
