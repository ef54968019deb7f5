import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import type { MouseEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation, useNavigate, useParams } from 'react-router'
import { getProduct, type ProductDetails } from '#contracts/stores/products.ts'
import { q } from '#web/api/query.ts'
import { pageLoader } from '#web/lib/app/page-loader.ts'
import { PageMeta } from '#web/lib/app/page-meta.tsx'
import { cameFromStore } from '#web/lib/navigation/return-state.ts'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { StaleNote } from '#web/ui/feedback/stale-note.tsx'
import { OfflineState } from '#web/ui/feedback/states.tsx'
import { offerOf, Price } from '#web/ui/store/price.tsx'
import { SaveButton } from '#web/ui/store/save-button.tsx'
import { Description } from './description.tsx'
import { DetailsCard } from './details-card.tsx'
import { Gallery } from './gallery.tsx'
import { ListingHistory } from './listing-events.tsx'
import { OtherStores, SimilarCard } from './other-stores.tsx'
import {
  columns,
  pictureColumn,
  ProductFrame,
  ProductRefusal,
  ProductSkeleton,
  storeColumn,
} from './product-frame.tsx'
import { StoreCard, VisitProduct } from './store-card.tsx'
import { TrendCard } from './trend-card.tsx'
import { Options, VariantPrices } from './variants.tsx'

export function ProductDetailPage() {
  const { id = '' } = useParams()
  return (
    <ProductFrame>
      <ProductDetail key={id} id={id} />
    </ProductFrame>
  )
}

export { ProductDetailPage as Component }

export const loader = pageLoader(['product-detail'])

function ProductDetail({ id }: { id: string }) {
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
        <ProductRefusal error={product.error} onRetry={retry} />
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
          <ListingHistory events={product.events} />
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

/** Back to the store's products. If the user came from that list, it keeps its state and scroll position. */
function ProductBack({ store }: Pick<ProductDetails, 'store'>) {
  const { t } = useTranslation('product-detail')
  const { state } = useLocation()
  const navigate = useNavigate()
  const goBack = (event: MouseEvent) => {
    if (!cameFromStore(state, store.id)) return
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    void navigate(-1)
  }
  return (
    <Link
      to={paths.store(store.id, { tab: 'products' })}
      onClick={goBack}
      className={buttonClass('quiet', 'sm', '-ms-3 mb-4 max-w-full')}
    >
      <ArrowLeft className="size-4 shrink-0" aria-hidden />
      <span className="min-w-0 truncate">{t('back', { store: store.name })}</span>
    </Link>
  )
}

/** Name and price. On narrow screens, where the store's card is far below, this part also links to the product's page. */
function ProductHead({ product }: { product: ProductDetails }) {
  const { t } = useTranslation('product-detail')
  const isSoldOut = product.variants.length > 0 && !product.variants.some(({ available }) => available)
  return (
    <div>
      {product.vendor && <p className="eyebrow break-words">{product.vendor}</p>}
      <h1 className="mt-1 text-2xl break-words">{product.title}</h1>
      <div className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <Price offer={offerOf(product.variants)} currency={product.currency} size="page" />
        {isSoldOut && <Badge>{t('soldOut')}</Badge>}
      </div>
      <div className="mt-4 flex flex-wrap gap-2.5">
        <SaveButton
          subject={{ kind: 'product', productId: product.id, name: product.title, savedId: product.savedId }}
          isSaved={product.isSaved}
        />
        <VisitProduct url={product.url} variant="secondary" className="@min-[71rem]:hidden" />
      </div>
    </div>
  )
}
