import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Navigate, useParams } from 'react-router'
import { getProductCluster, type ProductCluster } from '#contracts/stores/product-clusters.ts'
import { q } from '#web/api/query.ts'
import {
  columns,
  pictureColumn,
  ProductFrame,
  ProductRefusal,
  ProductSkeleton,
  storeColumn,
} from '#web/catalog/product/product-frame.tsx'
import { TrendCard } from '#web/catalog/product/trend-card.tsx'
import { pageLoader } from '#web/lib/app/page-loader.ts'
import { PageMeta } from '#web/lib/app/page-meta.tsx'
import { useFormats } from '#web/lib/i18n/format.ts'
import { paths } from '#web/paths.ts'
import { StaleNote } from '#web/ui/feedback/stale-note.tsx'
import { OfflineState } from '#web/ui/feedback/states.tsx'
import { Picture } from '#web/ui/store/picture.tsx'
import { ClusterEvents } from './cluster-events.tsx'
import { ClusterStores } from './cluster-stores.tsx'
import { CountriesCard, FirstSellerCard, PriceCard, SimilarClusters } from './cluster-cards.tsx'
import { PriceCourseCard } from './price-course-card.tsx'
import { SpreadCard } from './spread-card.tsx'

/** A product across all stores that list it. */
export function ClusterPage() {
  const { id = '' } = useParams()
  return (
    <ProductFrame>
      <ClusterDetail key={id} id={id} />
    </ProductFrame>
  )
}

export { ClusterPage as Component }

export const loader = pageLoader(['product-detail'])

function ClusterDetail({ id }: { id: string }) {
  const product = useQuery(q(getProductCluster, { params: { id } }))
  const retry = () => void product.refetch()
  // Merged into another product: that one's address takes its place.
  if (product.data && String(product.data.id) !== id)
    return <Navigate replace to={paths.cluster(product.data.id)} />
  return (
    <>
      <PageMeta page="product" noindex {...(product.data && { title: product.data.title })} />
      {product.data ? (
        <>
          <StaleNote query={product} />
          <Cluster product={product.data} />
        </>
      ) : product.isError ? (
        <ProductRefusal error={product.error} onRetry={retry} />
      ) : product.fetchStatus === 'paused' ? (
        <OfflineState headingLevel="h1" onRetry={retry} />
      ) : (
        <ProductSkeleton />
      )}
    </>
  )
}

function Cluster({ product }: { product: ProductCluster }) {
  return (
    <div className="@container">
      <div className={columns}>
        <div className={pictureColumn}>
          <Picture
            src={product.imageUrl}
            alt={product.title}
            isEager
            className="aspect-square w-full rounded-lg border border-line @max-[56rem]:max-w-md"
          />
        </div>
        <div className="grid grid-cols-1 content-start gap-6">
          <ClusterHead product={product} />
          <SpreadCard product={product} />
          {product.priceCourse && <PriceCourseCard course={product.priceCourse} />}
          {product.trend && <TrendCard trend={product.trend} />}
          <ClusterStores id={product.id} total={product.listingStores} />
          <ClusterEvents product={product} />
        </div>
        <div className={storeColumn}>
          <PriceCard price={product.price} />
          <FirstSellerCard store={product.firstSeller} />
          <CountriesCard countries={product.countries} />
          <SimilarClusters similar={product.similar} />
        </div>
      </div>
    </div>
  )
}

function ClusterHead({ product }: { product: ProductCluster }) {
  const { t } = useTranslation('product-detail')
  const formats = useFormats()
  return (
    <div>
      <h1 className="text-2xl wrap-anywhere" lang={product.titleLanguage ?? undefined}>
        {product.title}
      </h1>
      <p className="mt-2 text-muted">
        {t('cluster.listed', {
          count: product.listingStores,
          stores: formats.number(product.listingStores),
          newStores: formats.number(product.newStores),
        })}
      </p>
      {!product.trend && <p className="mt-1 text-sm text-muted">{t('cluster.neverTrending')}</p>}
    </div>
  )
}
