import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { getProduct, type ProductDetails } from '#contracts/products.ts'
import { isApiError } from '#web/api/api-error.ts'
import { q } from '#web/api/query.ts'
import { PageMeta } from '#web/lib/page-meta.tsx'
import { paths } from '#web/paths.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Mark } from '#web/ui/logo.tsx'
import { StaleNote } from '#web/ui/stale-note.tsx'
import { EmptyState, ErrorState, OfflineState } from '#web/ui/states.tsx'
import { columns, pictureColumn, storeColumn } from './columns.ts'
import { ProductAccess } from './product-access.tsx'
import { Description } from './description.tsx'
import { DetailsCard } from './details-card.tsx'
import { Gallery } from './gallery.tsx'
import { Options } from './options.tsx'
import { OtherStores } from './other-stores.tsx'
import { ProductBack } from './product-back.tsx'
import { ProductHead } from './product-head.tsx'
import { ProductSkeleton } from './product-skeleton.tsx'
import { SimilarCard } from './similar-card.tsx'
import { StoreCard } from './store-card.tsx'
import { TrendCard } from './trend-card.tsx'
import { VariantPrices } from './variant-prices.tsx'

export function ProductDetail({ id }: { id: string }) {
  const product = useQuery(q(getProduct, { params: { id } }))
  const retry = () => void product.refetch()
  return (
    <>
      <PageMeta page="product" noindex {...(product.data && { title: product.data.title })} />
      {product.data ? (
        <>
          <StaleNote query={product} />
          <Product product={product.data} />
        </>
      ) : product.isError ? (
        <Refusal error={product.error} onRetry={retry} />
      ) : product.fetchStatus === 'paused' ? (
        <OfflineState headingLevel="h1" onRetry={retry} />
      ) : (
        <ProductSkeleton />
      )}
    </>
  )
}

function Product({ product }: { product: ProductDetails }) {
  const { t } = useTranslation('product-detail')
  return (
    <div className="@container">
      <ProductBack store={product.store} />
      <div className={columns}>
        <div className={pictureColumn}>
          <Gallery key={product.id} images={product.images} title={product.title} />
        </div>
        <div className="grid grid-cols-1 content-start gap-6">
          <ProductHead product={product} />
          <Options product={product} />
          <VariantPrices product={product} />
          {product.trend && <TrendCard trend={product.trend} />}
          <OtherStores product={product} />
          <section aria-labelledby="description">
            <h2 id="description" className="mb-2 text-lg font-semibold">
              {t('description.title')}
            </h2>
            <Description html={product.bodyHtml} />
          </section>
        </div>
        <div className={storeColumn}>
          <StoreCard product={product} />
          <DetailsCard product={product} />
          <SimilarCard product={product} />
        </div>
      </div>
    </div>
  )
}

function Refusal({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t } = useTranslation('product-detail')
  if (isApiError(error) && error.status === 403) return <ProductAccess kind="upgrade" />
  // To the visitor, an invalid id is simply a product that does not exist.
  if (isApiError(error, 'not_found') || isApiError(error, 'invalid_request')) {
    return (
      <EmptyState
        headingLevel="h1"
        icon={<Mark className="size-12" />}
        title={t('notFound.title')}
        action={<LinkButton to={paths.list()}>{t('notFound.action')}</LinkButton>}
      >
        {t('notFound.text')}
      </EmptyState>
    )
  }
  return <ErrorState headingLevel="h1" title={t('failed')} error={error} onRetry={onRetry} />
}
