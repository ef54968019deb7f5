import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { ProductDetails } from '#contracts/products.ts'
import { useFormats } from '#web/lib/format.ts'
import { paths } from '#web/paths.ts'
import { Card } from '#web/ui/card.tsx'
import { Picture } from '#web/ui/picture.tsx'

/** Similar products in other stores. */
export function SimilarCard({ product: { similar } }: { product: ProductDetails }) {
  const { t } = useTranslation(['product-detail', 'common'])
  const formats = useFormats()
  return (
    <Card className="p-5">
      <h2 className="eyebrow">{t('product-detail:similar')}</h2>
      {similar.length === 0 && <p className="mt-1.5 text-sm text-muted">{t('product-detail:similarNone')}</p>}
      <ul className="mt-2">
        {similar.map((item) => (
          <li
            key={item.id}
            className="group relative flex items-center gap-3 border-b border-line py-2.5 last:border-0"
          >
            <Picture src={item.imageUrl} alt="" className="size-14 shrink-0 rounded-md border border-line" />
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
              {item.price === null ? t('common:notPublished') : formats.money(item.price, item.currency)}
            </p>
          </li>
        ))}
      </ul>
    </Card>
  )
}
