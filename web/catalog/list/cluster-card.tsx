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
      score={trend && <TrendLine trend={trend} />}
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
