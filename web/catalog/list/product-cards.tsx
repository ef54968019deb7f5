import { useQueryClient } from '@tanstack/react-query'
import { memo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { getProduct } from '#contracts/stores/products.ts'
import type { TrendingProduct } from '#contracts/stores/trending-products.ts'
import { q } from '#web/api/query.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { paths } from '#web/paths.ts'
import { Bone, Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { Picture } from '#web/ui/store/picture.tsx'
import { offerOf, Price } from '#web/ui/store/price.tsx'
import { SaveButton } from '#web/ui/store/save-button.tsx'
import { ClusterCard, TrendLine } from './cluster-card.tsx'
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
  const formats = useFormats()
  const prefetch = () => void client.prefetchQuery(q(getProduct, { params: { id: product.id } }))
  const { store, trend } = product
  return (
    <li className="group relative grid content-start gap-1.5">
      <Picture
        src={product.images[0]?.src ?? null}
        alt=""
        className="aspect-square w-full rounded-lg border border-line"
      />
      <SaveButton
        variant="icon"
        subject={{ kind: 'product', productId: product.id, name: product.title }}
        isSaved={product.isSaved}
        className="absolute! end-1.5 top-1.5 bg-surface"
      />
      {trend && <TrendLine trend={trend} />}
      <Link
        to={paths.product(product.id)}
        data-row-link
        onPointerEnter={prefetch}
        onFocus={prefetch}
        className="line-clamp-2 text-sm font-semibold group-hover:underline after:absolute after:inset-0 after:rounded-lg focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-offset-2 focus-visible:after:outline-focus"
      >
        {product.title}
      </Link>
      <Price offer={offerOf(product.variants)} currency={product.currency} />
      <p className="truncate text-xs text-muted">
        <Link to={paths.store(store.slug)} className="relative z-1 hover:text-ink hover:underline">
          {store.name}
        </Link>
        {' · '}
        {formats.shortDay(store.foundDay)}
      </p>
    </li>
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
