import { useQueryClient } from '@tanstack/react-query'
import { memo, type ReactNode, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import {
  type ClusterSummary,
  getProductCluster,
  type PriceBand,
} from '#contracts/catalog/product-clusters.ts'
import { getProduct } from '#contracts/catalog/products.ts'
import type { TrendingProduct } from '#contracts/catalog/trending-products.ts'
import type { Trend } from '#contracts/catalog/trending.ts'
import { q } from '#web/api/query.ts'
import { TREND_TONES } from '#web/ui/store/labels.tsx'
import { useFormats } from '#web/lib/i18n/format.ts'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Bone, Skeleton } from '#web/ui/feedback/loaded.tsx'
import { Picture } from '#web/ui/store/picture.tsx'
import { offerOf, Price } from '#web/ui/store/price.tsx'
import { Sparkline } from '#web/ui/store/sparkline.tsx'
import { SaveButton } from '#web/workspace/api.ts'
import { useRowShortcuts } from './rows/use-row-shortcuts.ts'

const GRID =
  'grid grid-cols-[repeat(auto-fill,minmax(min(8.5rem,100%),1fr))] gap-x-4 gap-y-6 sm:grid-cols-[repeat(auto-fill,minmax(min(10.5rem,100%),1fr))]'

export function ProductCards({ products }: { products: readonly TrendingProduct[] }) {
  const { t } = useTranslation('list')
  const cards = useRef<HTMLUListElement>(null)
  const keys = useRowShortcuts(cards)
  return (
    <ul ref={cards} {...keys} aria-label={t('products.caption')} className={GRID}>
      {products.map((product) =>
        product.cluster ? (
          <ClusterCard key={product.id} product={product} cluster={product.cluster} />
        ) : (
          <ProductCard key={product.id} product={product} />
        ),
      )}
    </ul>
  )
}

const ProductCard = memo(function ProductCard({ product }: { product: TrendingProduct }) {
  const client = useQueryClient()
  const { id, title, store } = product
  const prefetch = () => void client.prefetchQuery(q(getProduct, { params: { id } }))
  return (
    <ProductCardFrame
      product={product}
      name={title}
      imageUrl={product.images[0]?.src ?? null}
      to={paths.product(id)}
      title={title}
      prefetch={prefetch}
      storePath={paths.store(store.slug)}
    >
      <Price offer={offerOf(product.variants)} currency={product.currency} />
    </ProductCardFrame>
  )
})

const BONES = 8

export const ProductsSkeleton = () => (
  <Skeleton className={GRID}>
    {Array.from({ length: BONES }, (_, at) => (
      <div key={at} className="grid content-start gap-2">
        <Bone className="aspect-square w-full" />
        <Bone className="h-4 w-3/4" />
        <Bone className="h-4 w-1/2" />
      </div>
    ))}
  </Skeleton>
)

type Props = {
  product: TrendingProduct
  /** Named by the button that saves the listing. */
  name: string
  imageUrl: string | null
  /** The page that the whole card leads to. */
  to: string
  title: string
  language?: string | null
  prefetch: () => void
  /** Before the name of the store. */
  by?: string
  storePath: string
  children: ReactNode
}

function ProductCardFrame({ product, prefetch, ...props }: Props) {
  const formats = useFormats()
  return (
    <li className="group relative grid min-w-0 content-start gap-1.5">
      <Picture
        src={props.imageUrl}
        alt=""
        className="aspect-square w-full rounded-lg border border-line"
      />
      <SaveButton
        variant="icon"
        subject={{ kind: 'product', productId: product.id, name: props.name }}
        isSaved={product.isSaved}
        className="absolute! end-1.5 top-1.5 bg-surface"
      />
      <Link
        to={props.to}
        data-row-link
        lang={props.language ?? undefined}
        onPointerEnter={prefetch}
        onFocus={prefetch}
        className="line-clamp-2 text-sm font-semibold wrap-anywhere group-hover:underline after:absolute after:inset-0 after:rounded-lg focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-offset-2 focus-visible:after:outline-focus"
      >
        {props.title}
      </Link>
      {props.children}
      {product.trend && <TrendLine trend={product.trend} />}
      <p className="truncate text-xs text-muted">
        {props.by && `${props.by} `}
        <Link to={props.storePath} className="relative z-1 hover:text-ink hover:underline">
          {product.store.name}
        </Link>
        {' · '}
        {formats.shortDay(product.store.foundDay)}
      </p>
    </li>
  )
}

type ClusterProps = { product: TrendingProduct; cluster: ClusterSummary }

/**
 * A trending product across its stores. The listing that represents it is named below; the button
 * saves that listing.
 */
const ClusterCard = memo(function ClusterCard({ product, cluster }: ClusterProps) {
  const { t } = useTranslation('list')
  const formats = useFormats()
  const client = useQueryClient()
  const prefetch = () =>
    void client.prefetchQuery(q(getProductCluster, { params: { id: String(cluster.id) } }))
  const started = cluster.newStoresByDay.reduce((sum, stores) => sum + stores, 0)
  return (
    <ProductCardFrame
      product={product}
      name={`${product.title}, ${product.store.name}`}
      imageUrl={cluster.imageUrl}
      to={paths.cluster(cluster.id)}
      title={cluster.title}
      language={cluster.titleLanguage}
      prefetch={prefetch}
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

function TrendLine({ trend }: { trend: Trend }) {
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
