import { ExternalLink as Out } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { ProductDetails } from '#contracts/catalog/products.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { paths } from '#web/paths.ts'
import { buttonClass, type ButtonVariant, LinkButton } from '#web/ui/button.tsx'
import { externalUrl } from '#web/ui/external-link.tsx'
import { Country } from '#web/ui/store/labels.tsx'
import { StoreLine } from '#web/ui/store/picture.tsx'
import { SideCard, SimilarProduct, StoreListing, WideCard } from './product-cards.tsx'

export function OtherStores({
  product: { alsoIn, otherStores, cluster },
}: {
  product: ProductDetails
}) {
  const { t } = useTranslation('product-detail')
  const formats = useFormats()
  if (otherStores === 0) return null
  const more = alsoIn.length > 0 ? otherStores - alsoIn.length : 0
  return (
    <WideCard
      id="also-in"
      title={t('alsoIn', {
        count: otherStores,
        stores: formats.number(otherStores),
      })}
    >
      <ul className="border-t border-line px-4 empty:hidden sm:px-5">
        {alsoIn.map((other) => (
          <StoreListing key={other.productId} store={other} />
        ))}
      </ul>
      <p className="flex flex-wrap items-center justify-between gap-x-4 border-t border-line px-4 py-2.5 text-sm text-muted sm:px-5">
        {more > 0 && <span>{t('others.more', { count: more, stores: formats.number(more) })}</span>}
        {cluster !== null && (
          <Link to={paths.cluster(cluster)} className="link inline-flex min-h-9 items-center">
            {t('cluster.open')}
          </Link>
        )}
      </p>
    </WideCard>
  )
}

export function SimilarCard({ product: { similar } }: { product: ProductDetails }) {
  const { t } = useTranslation(['product-detail', 'common'])
  const formats = useFormats()
  return (
    <SideCard
      title={t('product-detail:similar')}
      none={similar.length === 0 && t('product-detail:similarNone')}
    >
      <ul className="mt-2">
        {similar.map((item) => (
          <SimilarProduct
            key={item.id}
            to={paths.product(item.id)}
            imageUrl={item.imageUrl}
            title={item.title}
            about={<p className="truncate text-muted">{item.storeName}</p>}
            price={
              <p className="shrink-0 text-sm">
                {item.price === null
                  ? t('common:notPublished')
                  : formats.money(item.price, item.currency)}
              </p>
            }
          />
        ))}
      </ul>
    </SideCard>
  )
}

/** Where it is sold: the product's own page, and what we know about the store. */
export function StoreCard({ product: { store, url } }: { product: ProductDetails }) {
  const { t } = useTranslation('product-detail')
  const formats = useFormats()
  return (
    <SideCard title={t('store.title')}>
      <div className="mt-3">
        <StoreLine store={store} to={paths.store(store.id)} logoClass="size-12" />
      </div>
      <dl className="mt-4 grid gap-1.5 text-sm">
        <Line name={t('store.country')}>{store.country && <Country code={store.country} />}</Line>
        <Line name={t('store.found')}>{formats.day(store.foundDay)}</Line>
        <Line name={t('store.products')}>
          {store.productCount !== null && formats.number(store.productCount)}
        </Line>
      </dl>
      <div className="mt-5 grid gap-2.5">
        <VisitProduct url={url} />
        <LinkButton to={paths.store(store.id)} variant="secondary">
          {t('store.open')}
        </LinkButton>
      </div>
    </SideCard>
  )
}

function Line({ name, children }: { name: string; children: React.ReactNode }) {
  const { t } = useTranslation('common')
  return (
    <div className="flex items-baseline justify-between gap-4">
      <dt className="text-muted">{name}</dt>
      <dd className="text-end">
        {children || <span className="text-faint">{t('notPublished')}</span>}
      </dd>
    </div>
  )
}

type Props = { url: string; variant?: ButtonVariant; className?: string }

/** The product's own page in its store. */
export function VisitProduct({ url, variant = 'primary', className }: Props) {
  const { t } = useTranslation(['product-detail', 'common'])
  const productPage = externalUrl(url)
  if (!productPage) return null
  return (
    <a
      href={productPage}
      target="_blank"
      rel="noopener nofollow ugc noreferrer"
      className={buttonClass(variant, 'md', className)}
    >
      {t('product-detail:store.visit')}
      <Out className="size-4 shrink-0" aria-hidden />
      <span className="sr-only">{t('common:newTab')}</span>
    </a>
  )
}
