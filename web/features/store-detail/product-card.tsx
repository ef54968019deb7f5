import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { getProduct, type StoreProduct } from '#contracts/products.ts'
import { q } from '#web/api/query.ts'
import { useFormats } from '#web/lib/format.ts'
import { offerOf } from '#web/lib/offer.ts'
import type { StoreReturn } from '#web/lib/store-return.ts'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { Price } from '#web/ui/price.tsx'
import { SaveButton } from '#web/ui/save-button.tsx'

/** A product of the store; the whole card links to it. */
export function ProductCard({ product, storeId }: { product: StoreProduct; storeId: number }) {
  const client = useQueryClient()
  const prefetch = () => void client.prefetchQuery(q(getProduct, { params: { id: product.id } }))
  return (
    <li className="group relative grid content-start gap-2">
      <div className="relative">
        <Picture
          src={product.images[0]?.src ?? null}
          alt=""
          className="aspect-square w-full rounded-lg border border-line"
        />
        <Marks product={product} />
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
      <div className="absolute end-1.5 top-1.5 z-1 rounded-md bg-surface">
        <SaveButton
          subject={{ kind: 'product', productId: product.id, name: product.title, savedId: product.savedId }}
          isSaved={product.isSaved}
          variant="icon"
        />
      </div>
    </li>
  )
}

/** Badges on the product's picture. */
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
