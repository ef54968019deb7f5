import { useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import { getProduct, type StoreProduct } from '#contracts/products.ts'
import { q } from '#web/api/query.ts'
import { offerOf } from '#web/lib/offer.ts'
import { paths } from '#web/paths.ts'
import { Picture } from '#web/ui/picture.tsx'
import { Price } from '#web/ui/price.tsx'

export function ProductCard({ product }: { product: StoreProduct }) {
  const client = useQueryClient()
  const prefetch = () => void client.prefetchQuery(q(getProduct, { params: { id: product.id } }))
  return (
    <li className="group relative grid content-start gap-2">
      <Picture
        src={product.images[0]?.src ?? null}
        alt=""
        className="aspect-square w-full rounded-lg border border-line"
      />
      <Link
        to={paths.product(product.id)}
        onPointerEnter={prefetch}
        onFocus={prefetch}
        className="line-clamp-2 text-sm font-semibold group-hover:underline after:absolute after:inset-0 after:rounded-lg focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-offset-2 focus-visible:after:outline-focus"
      >
        {product.title}
      </Link>
      <Price offer={offerOf(product.variants)} currency={product.currency} />
    </li>
  )
}
