import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import type { MouseEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation, useNavigate, useParams } from 'react-router'
import { getProduct, type ProductDetails } from '#contracts/stores/products.ts'
import { isApiError } from '#web/api/api-error.ts'
import { q } from '#web/api/query.ts'
import { pageLoader } from '#web/lib/app/page-loader.ts'
import { PageMeta } from '#web/lib/app/page-meta.tsx'
import { cn } from '#web/lib/cn.ts'
import { cameFromStore } from '#web/lib/navigation/return-state.ts'
import { isPaid, useSession } from '#web/lib/session/session.tsx'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { buttonClass, LinkButton } from '#web/ui/button.tsx'
import { type AccessKind, AccessPanel } from '#web/ui/feedback/access-panel.tsx'
import { Bone, Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { StaleNote } from '#web/ui/feedback/stale-note.tsx'
import { EmptyState, ErrorState, OfflineState } from '#web/ui/feedback/states.tsx'
import { Mark } from '#web/ui/logo.tsx'
import { offerOf, Price } from '#web/ui/store/price.tsx'
import { SaveButton } from '#web/ui/store/save-button.tsx'
import { Description } from './description.tsx'
import { DetailsCard } from './details-card.tsx'
import { Gallery } from './gallery.tsx'
import { OtherStores, SimilarCard } from './other-stores.tsx'
import { StoreCard, VisitProduct } from './store-card.tsx'
import { TrendCard } from './trend-card.tsx'
import { Options, VariantPrices } from './variants.tsx'

/** Not behind the access guard: visitors without access stay at this address and see how to get access. */
export function ProductDetailPage() {
  const { id = '' } = useParams()
  const session = useSession()
  return (
    <div className="page min-h-dvh py-6 sm:py-8">
      {isPaid(session) ? (
        <ProductDetail key={id} id={id} />
      ) : (
        <>
          <PageMeta page="product" noindex />
          {session.status === 'checking' ? (
            <ProductSkeleton />
          ) : (
            <ProductAccess kind={session.status === 'anonymous' ? 'signIn' : 'upgrade'} />
          )}
        </>
      )}
    </div>
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

function ProductAccess({ kind }: { kind: AccessKind }) {
  const { t } = useTranslation('product-detail')
  return (
    <AccessPanel
      kind={kind}
      title={t(`access.${kind}.title`)}
      text={t(`access.${kind}.text`)}
      action={t(`access.${kind}.action`)}
      second={t(`access.${kind}.second`)}
    />
  )
}

function ProductSkeleton() {
  return (
    <Skeleton className="@container">
      <Bone className="mb-4 h-9 w-56 max-w-full" />
      <div className={columns}>
        <div className={cn(pictureColumn, '@max-[56rem]:max-w-md')}>
          <Bone className="aspect-square w-full rounded-lg" />
          <div className="mt-3 grid grid-cols-4 gap-3">
            {[0, 1, 2, 3].map((at) => (
              <Bone key={at} className="aspect-square" />
            ))}
          </div>
        </div>
        <div className="grid content-start gap-4">
          <Bone className="h-4 w-24" />
          <Bone className="h-9 w-4/5" />
          <Bone className="h-8 w-32" />
          <Bone className="h-11 w-28" />
          <Bone className="mt-4 h-20" />
          <Bone className="h-32" />
        </div>
        <div className={storeColumn}>
          <Bone className="h-64 rounded-lg" />
          <Bone className="h-56 rounded-lg" />
        </div>
      </div>
    </Skeleton>
  )
}

/**
 * One column, then two with the pictures beside the text, then a third one for the store; the skeleton uses the same grid. Breakpoints
 * depend on the room for text, so that larger letters get fewer columns. Requires an `@container` around it.
 */
const columns =
  'grid grid-cols-1 gap-x-10 gap-y-8 @min-[56rem]:grid-cols-[minmax(0,1.1fr)_minmax(0,1fr)] @min-[71rem]:grid-cols-[minmax(0,1.15fr)_minmax(0,1fr)_20rem]'

const pictureColumn = '@min-[56rem]:row-span-2 @min-[71rem]:row-span-1'
const storeColumn = 'grid grid-cols-1 content-start gap-6 @min-[37rem]:grid-cols-2 @min-[56rem]:grid-cols-1'

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
