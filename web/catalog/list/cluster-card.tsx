import { useQueryClient } from '@tanstack/react-query'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import {
  type ClusterSummary,
  getProductCluster,
  type PriceBand,
} from '#contracts/catalog/product-clusters.ts'
import type { TrendingProduct } from '#contracts/catalog/trending-products.ts'
import type { Trend } from '#contracts/catalog/trending.ts'
import { q } from '#web/api/query.ts'
import { TREND_TONES } from '#web/catalog/trend-tones.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Sparkline } from '#web/ui/store/sparkline.tsx'
import { ProductCardFrame } from './product-card-frame.tsx'

type Props = { product: TrendingProduct; cluster: ClusterSummary }

/**
 * A trending product across its stores. The listing that represents it is named below; the button
 * saves that listing.
 */
export const ClusterCard = memo(function ClusterCard({ product, cluster }: Props) {
  const { t } = useTranslation('list')
  const formats = useFormats()
  const client = useQueryClient()
  const prefetch = () =>
    void client.prefetchQuery(q(getProductCluster, { params: { id: String(cluster.id) } }))
  const { store, trend } = product
  const started = cluster.newStoresByDay.reduce((sum, stores) => sum + stores, 0)
  return (
    <ProductCardFrame
      product={product}
      name={`${product.title}, ${store.name}`}
      imageUrl={cluster.imageUrl}
      to={paths.cluster(cluster.id)}
      title={cluster.title}
      language={cluster.titleLanguage}
      prefetch={prefetch}
      score={
        trend && (
          <>
            <TrendLine trend={trend} />
            <ScoreParts trend={trend} />
          </>
        )
      }
      by={t('products.newest')}
      storePath={paths.product(product.id)}
    >
      <Prices price={cluster.price} />
      <Sparkline
        values={cluster.newStoresByDay}
        label={t('products.spread', {
          days: formats.number(cluster.newStoresByDay.length),
          stores: formats.number(started),
        })}
      />
      <CardCountries countries={cluster.countries} />
    </ProductCardFrame>
  )
})

/** The parts of the score as one bar: each as wide as its points of 100. */
function ScoreParts({ trend: { components } }: { trend: Trend }) {
  const { t } = useTranslation('list')
  const formats = useFormats()
  const label = components
    .map(({ name, points, weight }) =>
      t('products.part', {
        name: t(`products.parts.${name}`),
        points: formats.number(points),
        most: formats.number(weight),
      }),
    )
    .join(', ')
  const starts = components.map((_, at) =>
    components.slice(0, at).reduce((sum, { points }) => sum + points, 0),
  )
  if (components.length === 0) return null
  return (
    <div>
      <svg
        role="img"
        aria-label={label}
        viewBox="0 0 100 1"
        preserveAspectRatio="none"
        className="block h-1.5 w-full rounded-full bg-sunken"
      >
        {components.map(({ name, points }, at) => (
          <rect
            key={name}
            x={starts[at]}
            width={Math.max(0, points - 0.75)}
            height={1}
            className={at % 2 === 0 ? 'fill-sun-ink' : 'fill-sun-ink opacity-60'}
          />
        ))}
      </svg>
      {/* The legend, in the order of the bar. Hidden from screen readers: the bar's label says the same, and more. */}
      <ul aria-hidden className="mt-1 flex flex-wrap gap-x-2.5 text-xs text-muted">
        {components
          .filter(({ points }) => points > 0)
          .map(({ name, points }) => (
            <li key={name} className="whitespace-nowrap">
              {t(`products.parts.${name}`)}{' '}
              <span className="font-semibold text-ink">{formats.number(points)}</span>
            </li>
          ))}
      </ul>
    </div>
  )
}

function Prices({ price }: { price: PriceBand | null }) {
  const { t } = useTranslation(['list', 'common'])
  const formats = useFormats()
  if (!price) return <p className="text-sm text-faint">{t('common:notPublished')}</p>
  const money = (amount: string) => formats.money(amount, price.currency)
  const [min, median, max] = [money(price.min), money(price.median), money(price.max)]
  return (
    <p
      className="text-sm"
      title={price.isConverted ? t('list:products.price.converted') : undefined}
    >
      <span className="font-semibold">
        {price.isConverted && <span aria-hidden>≈ </span>}
        {min === max ? min : t('list:products.price.range', { min, max })}
      </span>
      {min !== max && (
        <span className="block text-xs text-muted">
          {t('list:products.price.median', { median })}
        </span>
      )}
      {price.isConverted && <span className="sr-only">{t('list:products.price.converted')}</span>}
    </p>
  )
}

const MAX_COUNTRIES = 4

/** The codes, since a card has no room for the names; the names are the label. */
function CardCountries({ countries }: Pick<ClusterSummary, 'countries'>) {
  const { t } = useTranslation('list')
  const formats = useFormats()
  if (countries.length === 0) return null
  const names = countries.map(({ code }) => formats.country(code)).join(', ')
  const more = countries.length - MAX_COUNTRIES
  return (
    <p className="text-xs text-muted" title={names}>
      <span className="sr-only">{t('products.countries', { names })}</span>
      <span aria-hidden className="flex flex-wrap gap-1">
        {countries.slice(0, MAX_COUNTRIES).map(({ code }) => (
          <span
            key={code}
            className="rounded-[2px] border border-rule px-1 leading-4 font-semibold"
          >
            {code.toUpperCase()}
          </span>
        ))}
        {more > 0 && <span>+{formats.number(more)}</span>}
      </span>
    </p>
  )
}

/** Score, badge and number of new stores on a card. */
export function TrendLine({ trend }: { trend: Trend }) {
  const { t } = useTranslation('list')
  const formats = useFormats()
  const score = formats.number(trend.score)
  return (
    <p className="flex min-h-6 flex-wrap items-center gap-x-2 gap-y-0.5 text-xs text-muted">
      <strong className="text-sm text-ink" title={t('products.score', { score })}>
        <span aria-hidden>{score}</span>
        <span className="sr-only">{t('products.score', { score })}</span>
      </strong>
      <Badge tone={TREND_TONES[trend.badge]}>{t(`products.badge.${trend.badge}`)}</Badge>
      <span className="truncate">
        {t('products.inStores', { count: trend.stores, stores: formats.number(trend.stores) })}
      </span>
    </p>
  )
}
