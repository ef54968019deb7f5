import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { ProductDetails } from '#contracts/stores/products.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { paths } from '#web/paths.ts'
import { Card } from '#web/ui/card.tsx'
import { Country } from '#web/ui/store/country.tsx'
import { Picture } from '#web/ui/store/picture.tsx'

/** Other stores that sell the same product, each with its price. */
export function OtherStores({
  product: { alsoIn, otherStores, cluster },
}: {
  product: ProductDetails
}) {
  const { t } = useTranslation(['product-detail', 'common'])
  const formats = useFormats()
  if (otherStores === 0) return null
  const more = alsoIn.length > 0 ? otherStores - alsoIn.length : 0
  return (
    <Card className="min-w-0">
      <section aria-labelledby="also-in">
        <h2 id="also-in" className="px-4 py-3.5 text-sm font-semibold sm:px-5">
          {t('product-detail:alsoIn', { count: otherStores, stores: formats.number(otherStores) })}
        </h2>
        <ul className="border-t border-line px-4 empty:hidden sm:px-5">
          {alsoIn.map((other) => (
            <li
              key={other.productId}
              className="group relative flex items-center justify-between gap-4 border-b border-line py-2.5 text-sm last:border-0"
            >
              <div className="min-w-0">
                <Link
                  to={paths.product(other.productId)}
                  className="block truncate font-semibold group-hover:underline after:absolute after:inset-0 after:rounded-md focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-focus"
                >
                  {other.name}
                </Link>
                <p className="flex flex-wrap items-center gap-x-2 text-xs text-muted">
                  {other.country && <Country code={other.country} />}
                  <span>
                    {t('product-detail:others.found', { day: formats.day(other.foundDay) })}
                  </span>
                </p>
              </div>
              <p className="shrink-0 font-semibold">
                {other.price === null ? (
                  <span className="font-normal text-faint">{t('common:notPublished')}</span>
                ) : (
                  formats.money(other.price, other.currency)
                )}
              </p>
            </li>
          ))}
        </ul>
        <p className="flex flex-wrap items-center justify-between gap-x-4 border-t border-line px-4 py-2.5 text-sm text-muted sm:px-5">
          {more > 0 && (
            <span>
              {t('product-detail:others.more', { count: more, stores: formats.number(more) })}
            </span>
          )}
          {cluster !== null && (
            <Link to={paths.cluster(cluster)} className="link inline-flex min-h-9 items-center">
              {t('product-detail:cluster.open')}
            </Link>
          )}
        </p>
      </section>
    </Card>
  )
}

/** Similar products in other stores. */
export function SimilarCard({ product: { similar } }: { product: ProductDetails }) {
  const { t } = useTranslation(['product-detail', 'common'])
  const formats = useFormats()
  return (
    <Card className="p-5">
      <h2 className="eyebrow">{t('product-detail:similar')}</h2>
      {similar.length === 0 && (
        <p className="mt-1.5 text-sm text-muted">{t('product-detail:similarNone')}</p>
      )}
      <ul className="mt-2">
        {similar.map((item) => (
          <li
            key={item.id}
            className="group relative flex items-center gap-3 border-b border-line py-2.5 last:border-0"
          >
            <Picture
              src={item.imageUrl}
              alt=""
              className="size-14 shrink-0 rounded-md border border-line"
            />
            <div className="min-w-0 flex-1 text-sm">
              <Link
                to={paths.product(item.id)}
                className="line-clamp-2 font-semibold group-hover:underline after:absolute after:inset-0 after:rounded-md focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-focus"
              >
                {item.title}
              </Link>
              <p className="truncate text-muted">{item.storeName}</p>
            </div>
            <p className="shrink-0 text-sm">
              {item.price === null
                ? t('common:notPublished')
                : formats.money(item.price, item.currency)}
            </p>
          </li>
        ))}
      </ul>
    </Card>
  )
}
