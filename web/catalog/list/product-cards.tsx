import { useQueryClient } from '@tanstack/react-query'
import { memo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { getProduct } from '#contracts/catalog/products.ts'
import type { TrendingProduct } from '#contracts/catalog/trending-products.ts'
import { q } from '#web/api/query.ts'
import { paths } from '#web/paths.ts'
import { Bone, Skeleton } from '#web/ui/feedback/loaded.tsx'
import { offerOf, Price } from '#web/ui/store/price.tsx'
import { ClusterCard, TrendLine } from './cluster-card.tsx'
import { ProductCardFrame } from './product-card-frame.tsx'
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
  const { id, title, store, trend } = product
  const prefetch = () => void client.prefetchQuery(q(getProduct, { params: { id } }))
  return (
    <ProductCardFrame
      product={product}
      name={title}
      imageUrl={product.images[0]?.src ?? null}
      to={paths.product(id)}
      title={title}
      prefetch={prefetch}
      score={trend && <TrendLine trend={trend} />}
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
