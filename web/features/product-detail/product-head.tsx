import { useTranslation } from 'react-i18next'
import type { ProductDetails } from '#contracts/products.ts'
import { offerOf } from '#web/lib/offer.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Price } from '#web/ui/price.tsx'
import { SaveButton } from '#web/ui/save-button.tsx'
import { VisitProduct } from './visit-product.tsx'

/** Name and price. On narrow screens, where the store's card is far below, this part also links to the product's page. */
export function ProductHead({ product }: { product: ProductDetails }) {
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
