import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link, useLocation, useSearchParams } from 'react-router'
import { getProduct, listStoreProducts, type StoreProduct } from '#contracts/catalog/products.ts'
import type { StoreDetails } from '#contracts/catalog/stores.ts'
import { q, qKept } from '#web/api/query.ts'
import { cn } from '#web/lib/cn.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import {
  oneStepFurther,
  readListReturn,
  type StoreReturn,
} from '#web/lib/navigation/return-state.ts'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Chip } from '#web/ui/choices.tsx'
import { Bone, Loaded, Skeleton, StaleNote } from '#web/ui/feedback/loaded.tsx'
import { ErrorState } from '#web/ui/feedback/error-state.tsx'
import { EmptyState } from '#web/ui/feedback/states.tsx'
import { Select } from '#web/ui/form/form-controls.tsx'
import { SearchField } from '#web/ui/form/search-field.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { Picture } from '#web/ui/store/picture.tsx'
import { offerOf, Price } from '#web/ui/store/price.tsx'
import { SaveButton } from '#web/workspace/api.ts'
import {
  isNarrowed,
  MAX_LETTERS,
  PAGE_SIZE,
  type ProductMark,
  productMarks,
  type ProductsAddress,
  productSorts,
  productsQueryOf,
  readProductsAddress,
  withProducts,
} from './products-address.ts'

const grid = 'grid grid-cols-2 gap-x-4 gap-y-6 sm:grid-cols-3 lg:grid-cols-4 xl:grid-cols-5'

type Listed = ReturnType<typeof useProducts>

/** The store's products, filtered and sorted as in the address. */
export function ProductsTab({ store }: { store: StoreDetails }) {
  const { t } = useTranslation('store-details')
  const listed = useProducts(store.shopifyWebsiteDomain)
  const { address, products, change } = listed
  // A store without products needs no filters.
  const isBare = products.data?.totalElements === 0 && !isNarrowed(address)
  const none = isNarrowed(address) ? (
    <NoMatch change={change} />
  ) : (
    <EmptyState title={t('noProducts.title')}>
      {t(store.status === 'OPEN' ? 'noProducts.open' : 'noProducts.protected')}
    </EmptyState>
  )
  return (
    <>
      {!isBare && <ProductFilters address={address} change={change} />}
      <Loaded
        query={products}
        skeleton={<ProductsSkeleton expected={store.productCount} />}
        failure={(error, retry) => (
          <div className="mt-6">
            <ErrorState title={t('productsFailed')} error={error} onRetry={retry} />
          </div>
        )}
        empty={({ totalElements, content }) =>
          totalElements === 0 ? none : content.length === 0 && <NoSuchPage listed={listed} />
        }
      >
        {(found) => <ProductGrid storeId={store.id} listed={listed} found={found} />}
      </Loaded>
    </>
  )
}

type GridProps = { storeId: number; listed: Listed; found: NonNullable<Listed['products']['data']> }

function ProductGrid({
  storeId,
  listed,
  found: { content, totalElements, totalPages },
}: GridProps) {
  const { t } = useTranslation('store-details')
  const formats = useFormats()
  const { products, address, hrefOf, pageState } = listed
  return (
    <>
      <p role="status" className="my-4 text-sm text-muted">
        {t('productTotal', formats.counted(totalElements))}
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

function useProducts(domain: string) {
  const [params, setParams] = useSearchParams()
  const { state } = useLocation()
  const address = readProductsAddress(params)
  const products = useQuery(
    qKept(listStoreProducts, { params: { domain }, query: productsQueryOf(address) }),
  )
  return {
    address,
    products,
    /** Replaces the history entry, so that the number of steps back to the list stays the same. */
    change: (to: Partial<ProductsAddress>) =>
      setParams((now) => withProducts(now, to), { replace: true, state, preventScrollReset: true }),
    hrefOf: (page: number) => `?${withProducts(params, { page })}`,
    pageState: oneStepFurther(readListReturn(state)),
  }
}

type CardProps = { product: StoreProduct; storeId: number; isSmall?: boolean }

/** A product of the store; the whole card links to it. A small one has no room for saving. */
export function ProductCard({ product, storeId, isSmall = false }: CardProps) {
  const client = useQueryClient()
  const prefetch = () => void client.prefetchQuery(q(getProduct, { params: { id: product.id } }))
  return (
    <li className="group relative grid min-w-0 grid-cols-1 content-start gap-2">
      <div className="relative">
        <Picture
          src={product.images[0]?.src ?? null}
          alt=""
          className="aspect-square w-full rounded-lg border border-line"
        />
        {!isSmall && <Marks product={product} />}
      </div>
      <Link
        to={paths.product(product.id)}
        state={{ fromStoreId: storeId } satisfies StoreReturn}
        onPointerEnter={prefetch}
        onFocus={prefetch}
        className="line-clamp-2 text-sm font-semibold break-words group-hover:underline after:absolute after:inset-0 after:rounded-lg focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-offset-2 focus-visible:after:outline-focus"
      >
        {product.title}
      </Link>
      <Price offer={offerOf(product.variants)} currency={product.currency} />
      {!isSmall && (
        <div className="absolute end-1.5 top-1.5 z-1 rounded-md bg-surface">
          <SaveButton
            subject={{
              kind: 'product',
              productId: product.id,
              name: product.title,
              savedId: product.savedId,
            }}
            isSaved={product.isSaved}
            variant="icon"
          />
        </div>
      )}
    </li>
  )
}

function Marks({ product: { trend, variants } }: { product: StoreProduct }) {
  const { t } = useTranslation('store-details')
  const formats = useFormats()
  const isSoldOut = variants.length > 0 && !variants.some(({ available }) => available)
  if (!trend && !isSoldOut) return null
  return (
    <div className="absolute inset-x-2 bottom-2 flex flex-wrap gap-1">
      {trend && <Badge tone="sun">{t('trendScore', { score: formats.number(trend.score) })}</Badge>}
      {isSoldOut && <Badge>{t('soldOut')}</Badge>}
    </div>
  )
}

type Props = { address: ProductsAddress; change: (to: Partial<ProductsAddress>) => void }

/** Search, marks and order of the products; every change applies at once. */
function ProductFilters({ address, change }: Props) {
  const { t } = useTranslation('store-details')
  return (
    <search aria-label={t('productFilter.label')} className="flex flex-wrap items-center gap-3">
      <SearchField
        label={t('productFilter.search')}
        maxLength={MAX_LETTERS}
        value={address.text}
        onSearch={(text) => change({ text })}
        className="grow sm:max-w-72"
      />
      <Select
        aria-label={t('productFilter.sort')}
        value={address.sort}
        className="max-sm:w-full"
        onChange={(event) => {
          const sort = productSorts.find((each) => each === event.target.value)
          if (sort) change({ sort })
        }}
      >
        {productSorts.map((sort) => (
          <option key={sort} value={sort}>
            {t(`productFilter.${sort}`)}
          </option>
        ))}
      </Select>
      <div className="flex flex-wrap gap-2">
        {productMarks.map((mark) => {
          const isOn = (each: ProductMark) => address.marks.includes(each)
          return (
            <Chip
              key={mark}
              label={t(`productFilter.${mark}`)}
              isChosen={isOn(mark)}
              onChoose={() =>
                change({ marks: productMarks.filter((each) => isOn(each) !== (each === mark)) })
              }
            />
          )
        })}
      </div>
    </search>
  )
}
