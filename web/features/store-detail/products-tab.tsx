import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useLocation, useSearchParams } from 'react-router'
import { listStoreProducts } from '#contracts/products.ts'
import type { StoreDetails } from '#contracts/stores.ts'
import { q } from '#web/api/query.ts'
import { cn } from '#web/lib/cn.ts'
import { useFormats } from '#web/lib/format.ts'
import { oneStepFurther, readListReturn } from '#web/lib/list-return.ts'
import { EmptyState, ErrorState, OfflineState } from '#web/ui/states.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { Bone, Skeleton } from '#web/ui/skeleton.tsx'
import { ProductCard } from './product-card.tsx'

const PAGE_SIZE = 24
const grid = 'grid grid-cols-2 gap-x-4 gap-y-6 sm:grid-cols-3 lg:grid-cols-4 xl:grid-cols-5'

/** What the store sells, newest first. */
export function ProductsTab({ store }: { store: StoreDetails }) {
  const { t } = useTranslation('store-details')
  const formats = useFormats()
  const [params] = useSearchParams()
  const { state } = useLocation()
  const page = /^\d{1,5}$/.test(params.get('page') ?? '') ? Number(params.get('page')) : 0
  const products = useQuery({
    ...q(listStoreProducts, {
      params: { domain: store.shopifyWebsiteDomain },
      query: { page: String(page), size: String(PAGE_SIZE) },
    }),
    placeholderData: keepPreviousData,
  })
  if (!products.data) {
    const retry = () => void products.refetch()
    if (products.isError)
      return <ErrorState title={t('productsFailed')} error={products.error} onRetry={retry} />
    return products.fetchStatus === 'paused' ? <OfflineState onRetry={retry} /> : <ProductsSkeleton />
  }
  const { content, totalElements, totalPages } = products.data
  if (totalElements === 0) return <NoProducts isOpen={store.status === 'OPEN'} />
  return (
    <>
      <p role="status" className="mb-4 text-sm text-muted">
        {t('productTotal', { count: totalElements, total: formats.number(totalElements) })}
      </p>
      <ul
        aria-busy={products.isPlaceholderData}
        className={cn(grid, products.isPlaceholderData && 'opacity-55')}
      >
        {content.map((product) => (
          <ProductCard key={product.id} product={product} />
        ))}
      </ul>
      <div className="mt-8">
        <Pagination
          page={page}
          totalPages={totalPages}
          state={oneStepFurther(readListReturn(state))}
          hrefOf={(next) => `?${new URLSearchParams({ ...Object.fromEntries(params), page: String(next) })}`}
        />
      </div>
    </>
  )
}

function NoProducts({ isOpen }: { isOpen: boolean }) {
  const { t } = useTranslation('store-details')
  return (
    <EmptyState title={t('noProducts.title')}>
      {t(isOpen ? 'noProducts.open' : 'noProducts.protected')}
    </EmptyState>
  )
}

function ProductsSkeleton() {
  return (
    <Skeleton>
      <Bone className="mb-4 h-5.5 w-28" />
      <div className={grid}>
        {Array.from({ length: 10 }, (_, at) => (
          <div key={at}>
            <Bone className="aspect-square w-full rounded-lg" />
            <Bone className="mt-3 h-4 w-4/5" />
            <Bone className="mt-2 h-4 w-1/3" />
          </div>
        ))}
      </div>
    </Skeleton>
  )
}
