import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { TrendingProduct } from '#contracts/catalog/trending-products.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { Picture } from '#web/ui/store/picture.tsx'
import { SaveButton } from '#web/workspace/api.ts'

type Props = {
  product: TrendingProduct
  /** Named by the button that saves the listing. */
  name: string
  imageUrl: string | null
  /** The page that the whole card leads to. */
  to: string
  title: string
  language?: string | null
  prefetch: () => void
  /** Below the prices. */
  score: ReactNode
  /** Before the name of the store. */
  by?: string
  storePath: string
  children: ReactNode
}

/** Picture, title and store of a product in the list. */
export function ProductCardFrame({ product, prefetch, ...props }: Props) {
  const formats = useFormats()
  return (
    <li className="group relative grid min-w-0 content-start gap-1.5">
      <Picture
        src={props.imageUrl}
        alt=""
        className="aspect-square w-full rounded-lg border border-line"
      />
      <SaveButton
        variant="icon"
        subject={{ kind: 'product', productId: product.id, name: props.name }}
        isSaved={product.isSaved}
        className="absolute! end-1.5 top-1.5 bg-surface"
      />
      <Link
        to={props.to}
        data-row-link
        lang={props.language ?? undefined}
        onPointerEnter={prefetch}
        onFocus={prefetch}
        className="line-clamp-2 text-sm font-semibold wrap-anywhere group-hover:underline after:absolute after:inset-0 after:rounded-lg focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-offset-2 focus-visible:after:outline-focus"
      >
        {props.title}
      </Link>
      {props.children}
      {props.score}
      <p className="truncate text-xs text-muted">
        {props.by && `${props.by} `}
        <Link to={props.storePath} className="relative z-1 hover:text-ink hover:underline">
          {product.store.name}
        </Link>
        {' · '}
        {formats.shortDay(product.store.foundDay)}
      </p>
    </li>
  )
}
