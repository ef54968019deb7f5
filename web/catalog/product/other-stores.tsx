import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { ProductDetails } from '#contracts/catalog/products.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { paths } from '#web/paths.ts'
import { SideCard, SimilarProduct, StoreListing, WideCard } from './product-cards.tsx'

/** Other stores that sell the same product, each with its price. */
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
          <StoreListing key={other.productId} store={other} className="truncate" />
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

/** Similar products in other stores. */
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
