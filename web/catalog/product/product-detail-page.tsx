import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { type MouseEvent, type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation, useNavigate, useParams } from 'react-router'
import { getProduct, type ProductDetails } from '#contracts/catalog/products.ts'
import { q } from '#web/api/query.ts'
import { pageLoader } from '#web/lib/app/page.tsx'
import { useFormats } from '#web/lib/i18n/format.ts'
import { cameFromStore } from '#web/lib/navigation/return-state.ts'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/feedback/loaded.tsx'
import { offerOf, Price } from '#web/ui/store/price.tsx'
import { SaveButton } from '#web/workspace/api.ts'
import { Gallery } from './gallery.tsx'
import { ListingHistory } from './listing-events.tsx'
import { OtherStores, SimilarCard, StoreCard, VisitProduct } from './other-stores.tsx'
import { SideCard } from './product-cards.tsx'
import {
  columns,
  LoadedProduct,
  pictureColumn,
  ProductFrame,
  storeColumn,
} from './product-frame.tsx'
import type { SanitisedHtml } from './sanitised-html.tsx'
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
  return <LoadedProduct query={product}>{(data) => <Product product={data} />}</LoadedProduct>
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

/**
 * Back to the store's products. If the user came from that list, it keeps its state and scroll
 * position.
 */
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

/**
 * Name and price. On narrow screens, where the store's card is far below, this part also links to
 * the product's page.
 */
function ProductHead({ product }: { product: ProductDetails }) {
  const { t } = useTranslation('product-detail')
  const isSoldOut =
    product.variants.length > 0 && !product.variants.some(({ available }) => available)
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
          subject={{
            kind: 'product',
            productId: product.id,
            name: product.title,
            savedId: product.savedId,
          }}
          isSaved={product.isSaved}
        />
        <VisitProduct url={product.url} variant="secondary" className="@min-[71rem]:hidden" />
      </div>
    </div>
  )
}

/** The shop's facts about the product, besides its description. */
function DetailsCard({ product }: { product: ProductDetails }) {
  const { t } = useTranslation('product-detail')
  const formats = useFormats()
  const day = (iso: string | null) => (iso ? formats.day(iso) : null)
  const available = product.variants.filter((variant) => variant.available).length
  return (
    <SideCard title={t('details.title')}>
      <dl className="mt-2 text-sm">
        <Detail name={t('details.vendor')} value={product.vendor} />
        <Detail name={t('details.type')} value={product.productType} />
        <Detail name={t('details.created')} value={day(product.createdAt)} />
        <Detail name={t('details.published')} value={day(product.publishedAt)} />
        <Detail
          name={t('details.variants')}
          value={t('details.variantCount', {
            ...formats.counted(product.variants.length),
            available: formats.number(available),
          })}
        />
        <Detail
          name={t('details.id')}
          value={<span className="font-mono text-xs">{product.productId}</span>}
        />
        <Detail
          name={t('details.tags')}
          value={
            product.tags.length > 0 && (
              <ul className="flex flex-wrap justify-end gap-1">
                {product.tags.map((tag) => (
                  <li
                    key={tag}
                    className="max-w-full rounded-sm bg-sunken px-1.5 text-xs leading-5 break-words text-muted"
                  >
                    {tag}
                  </li>
                ))}
              </ul>
            )
          }
        />
      </dl>
    </SideCard>
  )
}

function Detail({ name, value }: { name: string; value: ReactNode }) {
  const { t } = useTranslation('common')
  return (
    <div className="flex items-baseline justify-between gap-5 border-b border-line py-2 last:border-0">
      <dt className="shrink-0 text-muted">{name}</dt>
      <dd className="min-w-0 text-end break-words">
        {value || <span className="text-faint">{t('notPublished')}</span>}
      </dd>
    </div>
  )
}

function Description({ html }: { html: string | null }) {
  const { t } = useTranslation('product-detail')
  if (!html?.trim()) return <p className="text-faint">{t('description.none')}</p>
  return <Sanitised html={html} />
}

type Late = { SanitisedHtml: typeof SanitisedHtml }

/** If its code fails to load, for example without a connection, the rest of the page stays. */
function Sanitised({ html }: { html: string }) {
  const { t } = useTranslation('errors')
  const [part, setPart] = useState<Late | 'failed' | null>(null)
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    let isWanted = true
    const update = (next: Late | 'failed') => isWanted && setPart(next)
    // Loads the sanitiser only when there is third-party HTML to show.
    import('./sanitised-html.tsx').then(update, () => update('failed'))
    return () => void (isWanted = false)
  }, [attempt])
  if (part === 'failed')
    return (
      <p role="alert" className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm text-bad">
        {t('network')}
        <Button variant="quiet" size="sm" onClick={() => setAttempt(attempt + 1)}>
          {t('retry')}
        </Button>
      </p>
    )
  return part ? (
    <part.SanitisedHtml html={html} />
  ) : (
    <Skeleton className="grid gap-2.5" bones={['h-4 w-full', 'h-4 w-11/12', 'h-4 w-2/3']} />
  )
}
