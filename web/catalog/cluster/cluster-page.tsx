import { useQuery } from '@tanstack/react-query'
import { ChevronLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, Navigate, useParams } from 'react-router'
import {
  getProductCluster,
  type ProductCluster,
  ListingEventKind,
} from '#contracts/catalog/product-clusters.ts'
import { addDays } from '#contracts/dates.ts'
import { q } from '#web/api/query.ts'
import { CopyLink } from '#web/ui/copy-button.tsx'
import { EventRow } from '#web/catalog/product/listing-events.tsx'
import { SideCard, SimilarProduct, WideCard } from '#web/catalog/product/product-cards.tsx'
import { LoadedProduct, ProductFrame } from '#web/catalog/product/product-frame.tsx'
import { TrendCard } from '#web/catalog/product/trend-card.tsx'
import { TREND_TONES } from '#web/ui/store/labels.tsx'
import { pageLoader } from '#web/lib/app/page.tsx'
import { useFormats } from '#web/lib/i18n/format.ts'
import { paths } from '#web/paths.ts'
import { Summary } from '#web/ui/accordion.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { DataTable, useColumns } from '#web/ui/table.tsx'
import { Picture } from '#web/ui/store/picture.tsx'
import { Sparkline } from '#web/ui/store/sparkline.tsx'
import { WorkBar } from '#web/ui/work-bar.tsx'
import { FollowButton } from '#web/workspace/api.ts'
import { ClusterStores } from './cluster-stores.tsx'
import { PriceCourseCard } from './price-course-card.tsx'

/** A product across all stores that list it. */
export function ClusterPage() {
  const { id = '' } = useParams()
  return (
    <ProductFrame bar={<ClusterBar id={id} />}>
      <ClusterDetail key={id} id={id} />
    </ProductFrame>
  )
}

export { ClusterPage as Component }

export const loader = pageLoader(['product-detail', 'follows'])

function ClusterBar({ id }: { id: string }) {
  const { t } = useTranslation('product-detail')
  const { data } = useQuery(q(getProductCluster, { params: { id } }))
  return (
    <WorkBar
      actions={
        <>
          <CopyLink />
          {data && (
            <FollowButton
              target={{ kind: 'cluster', clusterId: data.id }}
              name={data.title}
              size="sm"
              variant="primary"
            />
          )}
        </>
      }
    >
      <Link
        to={paths.list({ view: 'products' })}
        className="inline-flex items-center gap-2 text-sm font-semibold"
      >
        <ChevronLeft className="size-4" aria-hidden />
        {t('cluster.back')}
      </Link>
    </WorkBar>
  )
}

function ClusterDetail({ id }: { id: string }) {
  const product = useQuery(q(getProductCluster, { params: { id } }))
  // Merged into another product: that one's address takes its place.
  if (product.data && String(product.data.id) !== id)
    return <Navigate replace to={paths.cluster(product.data.id)} />
  return <LoadedProduct query={product}>{(data) => <Cluster product={data} />}</LoadedProduct>
}

type Props = { product: ProductCluster }

function Cluster({ product }: Props) {
  return (
    <div className="@container grid grid-cols-1 gap-4">
      <div className="grid grid-cols-1 gap-4 @min-[40rem]:grid-cols-[15rem_minmax(0,1fr)] @min-[68rem]:grid-cols-[15rem_minmax(0,1.2fr)_minmax(0,1fr)_minmax(0,1fr)]">
        <Picture
          src={product.imageUrl}
          alt={product.title}
          isEager
          className="aspect-square w-full rounded-lg border border-line @max-[40rem]:max-w-60"
        />
        <ClusterHead product={product} />
        <div className="grid grid-cols-1 gap-4 @min-[40rem]:col-span-2 @min-[40rem]:grid-cols-2">
          <SpreadCard product={product} />
          <PriceCourseCard course={product.priceCourse} />
        </div>
      </div>
      <ClusterStores product={product} />
      <div className="grid grid-cols-1 items-start gap-4 @min-[56rem]:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_20rem]">
        {product.trend && <TrendCard trend={product.trend} />}
        <ClusterEvents product={product} />
        <SimilarClusters similar={product.similar} />
      </div>
    </div>
  )
}

function ClusterHead({ product }: Props) {
  const { t } = useTranslation('product-detail')
  const formats = useFormats()
  const { trend, price, firstSeller } = product
  return (
    <div className="flex min-w-0 flex-col">
      <h1 className="text-xl wrap-anywhere" lang={product.titleLanguage ?? undefined}>
        {product.title}
      </h1>
      {firstSeller && (
        <p className="mt-1 text-sm wrap-anywhere text-muted">
          {t('cluster.first.title')}{' '}
          <Link to={paths.product(firstSeller.productId)} className="link">
            {firstSeller.name}
          </Link>
          {', '}
          {formats.day(firstSeller.listedDay)}
        </p>
      )}
      <ClusterFigures product={product} />
      {price?.isConverted && (
        <p className="mt-2 text-xs text-muted">{t('cluster.price.converted')}</p>
      )}
      <p className="mt-2 flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-muted">
        {trend ? (
          <>
            <Badge tone={TREND_TONES[trend.badge]}>
              {formats.number(trend.score)} {t(`trend.badge.${trend.badge}`)}
            </Badge>
            {trend.components
              .filter(({ points }) => points > 0)
              .map(({ name, points }) => `${t(`trend.part.${name}`)} ${formats.number(points)}`)
              .join(' · ')}
          </>
        ) : (
          t('cluster.neverTrending')
        )}
      </p>
    </div>
  )
}

const WEEK = 7
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

function ClusterFigures({ product }: Props) {
  const { t } = useTranslation('product-detail')
  const formats = useFormats()
  const { listingStores, newStores, newStoresByDay, price, soldOutStores } = product
  const money = (amount: string) => formats.money(amount, price?.currency ?? null)
  return (
    <dl className="mt-3 grid grid-cols-2 border-y border-line [&>*:nth-child(n+3)]:border-t [&>*:nth-child(even)]:border-s [&>*:nth-child(even)]:ps-4">
      <Figure name={t('cluster.figures.stores')} value={formats.number(listingStores)}>
        {t('cluster.figures.new', { stores: formats.number(newStores) })}
      </Figure>
      <Figure
        name={t('cluster.figures.week')}
        value={formats.number(sum(newStoresByDay.slice(-WEEK)))}
      >
        {t('cluster.figures.before', {
          stores: formats.number(sum(newStoresByDay.slice(-2 * WEEK, -WEEK))),
        })}
      </Figure>
      <Figure name={t('cluster.figures.median')} value={price ? money(price.median) : '–'}>
        {price ? `${money(price.min)} – ${money(price.max)}` : t('cluster.price.none')}
      </Figure>
      <Figure name={t('cluster.figures.soldOut')} value={formats.number(soldOutStores)}>
        {listingStores > 0 && formats.percent(soldOutStores / listingStores)}
      </Figure>
    </dl>
  )
}

type FigureProps = { name: string; value: string; children: ReactNode }

const Figure = ({ name, value, children }: FigureProps) => (
  <div className="min-w-0 border-line py-2">
    <dt className="text-xs font-semibold text-muted">{name}</dt>
    <dd>
      <strong className="text-lg font-semibold">{value}</strong>{' '}
      <span className="text-xs wrap-anywhere text-muted">{children}</span>
    </dd>
  </div>
)

/** New stores that began to list it: by day as a chart, since the first one by week as a table. */
function SpreadCard({ product }: Props) {
  const { t } = useTranslation('product-detail')
  const { number } = useColumns<ProductCluster['newStoresByWeek'][number]>()
  const formats = useFormats()
  const { newStoresByDay, newStoresByWeek, lastDay } = product
  const days = newStoresByDay.length
  const label = t('cluster.spread.days', {
    days: formats.number(days),
    stores: formats.number(sum(newStoresByDay)),
  })
  return (
    <WideCard id="spread" title={t('cluster.spread.title')}>
      <div className="px-4 pb-3 sm:px-5">
        <p className="-mt-2 text-xs text-muted">{label}</p>
        <Sparkline values={newStoresByDay} label={label} className="mt-3 h-32" />
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
    </WideCard>
  )
}

/** Sell-outs and price changes: in how many stores, and the latest of them. */
function ClusterEvents({ product: { events, eventStores } }: Props) {
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

function SimilarClusters({ similar }: Pick<ProductCluster, 'similar'>) {
  const { t } = useTranslation('product-detail')
  const formats = useFormats()
  return (
    <SideCard
      title={t('cluster.similar.title')}
      none={similar.length === 0 && t('cluster.similar.none')}
    >
      <ul className="mt-2">
        {similar.map(({ id, imageUrl, title, reason }) => (
          <SimilarProduct
            key={id}
            to={paths.cluster(id)}
            imageUrl={imageUrl}
            title={title}
            about={
              <p className="text-xs wrap-anywhere text-muted">
                {reason.kind === 'shared_stores'
                  ? t('cluster.similar.shared', {
                      stores: formats.number(reason.stores),
                      of: formats.number(reason.of),
                    })
                  : t('cluster.similar.type', { type: reason.productType })}
              </p>
            }
          />
        ))}
      </ul>
    </SideCard>
  )
}
