import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import type { StoreDetails } from '#contracts/stores.ts'
import { cn } from '#web/lib/cn.ts'
import { useFormats } from '#web/lib/format.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { Bone, Skeleton } from '#web/ui/skeleton.tsx'
import { StaleNote } from '#web/ui/stale-note.tsx'
import { EmptyState, ErrorState, OfflineState } from '#web/ui/states.tsx'
import { ProductCard } from './product-card.tsx'
import { ProductFilters } from './product-filters.tsx'
import { isNarrowed, PAGE_SIZE } from './products-address.ts'
import { useProducts } from './use-products.ts'

const grid = 'grid grid-cols-2 gap-x-4 gap-y-6 sm:grid-cols-3 lg:grid-cols-4 xl:grid-cols-5'

type Listed = ReturnType<typeof useProducts>

/** The store's products, filtered and sorted as in the address. */
export function ProductsTab({ store }: { store: StoreDetails }) {
  const listed = useProducts(store.shopifyWebsiteDomain)
  const { address, products, change } = listed
  // A store without products needs no filters.
  const isBare = products.data?.totalElements === 0 && !isNarrowed(address)
  return (
    <>
      {!isBare && <ProductFilters address={address} change={change} />}
      <Products store={store} listed={listed} />
    </>
  )
}

function Products({ store, listed }: { store: StoreDetails; listed: Listed }) {
  const { t } = useTranslation('store-details')
  const { products, address } = listed
  if (!products.data) {
    const retry = () => void products.refetch()
    if (products.isError) {
      return (
        <div className="mt-6">
          <ErrorState title={t('productsFailed')} error={products.error} onRetry={retry} />
        </div>
      )
    }
    return products.fetchStatus === 'paused' ? (
      <OfflineState onRetry={retry} />
    ) : (
      <ProductsSkeleton expected={store.productCount} />
    )
  }
  const { totalElements, content } = products.data
  if (totalElements === 0) {
    return isNarrowed(address) ? (
      <NoMatch change={listed.change} />
    ) : (
      <NoProducts isOpen={store.status === 'OPEN'} />
    )
  }
  if (content.length === 0) return <NoSuchPage listed={listed} />
  return <ProductGrid storeId={store.id} listed={listed} found={products.data} />
}

type GridProps = { storeId: number; listed: Listed; found: NonNullable<Listed['products']['data']> }

function ProductGrid({ storeId, listed, found: { content, totalElements, totalPages } }: GridProps) {
  const { t } = useTranslation('store-details')
  const formats = useFormats()
  const { products, address, hrefOf, pageState } = listed
  return (
    <>
      <p role="status" className="my-4 text-sm text-muted">
        {t('productTotal', { count: totalElements, total: formats.number(totalElements) })}
      </p>
      <StaleNote query={products} />
      <ul
        aria-busy={products.isPlaceholderData}
        className={cn(grid, products.isPlaceholderData && 'opacity-55')}
      >
        {content.map((product) => (
          <ProductCard key={product.id} product={product} storeId={storeId} />
        ))}
      </ul>
      <div className="mt-8">
        <Pagination page={address.page} totalPages={totalPages} state={pageState} hrefOf={hrefOf} />
      </div>
    </>
  )
}

function NoMatch({ change }: Pick<Listed, 'change'>) {
  const { t } = useTranslation('store-details')
  return (
    <div role="status">
      <EmptyState
        title={t('noMatch.title')}
        action={
          <Button variant="secondary" onClick={() => change({ text: '', marks: [] })}>
            {t('productFilter.clear')}
          </Button>
        }
      >
        {t('noMatch.text')}
      </EmptyState>
    </div>
  )
}

/** The page in the address is beyond the end of the list. */
function NoSuchPage({ listed: { hrefOf } }: { listed: Listed }) {
  const { t } = useTranslation('store-details')
  const { state } = useLocation()
  return (
    <EmptyState
      title={t('beyond.title')}
      action={
        <Link to={hrefOf(0)} replace state={state} className={buttonClass('secondary')}>
          {t('beyond.action')}
        </Link>
      }
    />
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

const FEW = 10

function ProductsSkeleton({ expected }: { expected: number | null }) {
  return (
    <Skeleton>
      <Bone className="my-4 h-5.5 w-28" />
      <div className={grid}>
        {Array.from({ length: Math.min(PAGE_SIZE, expected ?? FEW) }, (_, at) => (
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
