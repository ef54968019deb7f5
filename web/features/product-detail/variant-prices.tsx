import { ChevronDown } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { ProductDetails } from '#contracts/products.ts'
import { offerOfVariant } from '#web/lib/offer.ts'
import { Price } from '#web/ui/price.tsx'
import { Cell, HeadCell, Row, Table } from '#web/ui/table.tsx'

/** Each variant with its price and availability. Collapsed, since most products have many similar variants. */
export function VariantPrices({ product: { variants, currency } }: { product: ProductDetails }) {
  const { t } = useTranslation('product-detail')
  if (variants.length < 2) return null
  return (
    <details className="group rounded-lg border border-line bg-surface">
      <summary className="flex min-h-11 cursor-pointer list-none items-center justify-between gap-3 px-4 text-sm font-semibold sm:px-5">
        {t('variantPrices')}
        <ChevronDown
          className="size-4 shrink-0 transition-transform group-open:rotate-180 motion-reduce:transition-none"
          aria-hidden
        />
      </summary>
      <Table
        caption={t('variantPrices')}
        className="max-h-96 overflow-y-auto border-t border-line px-2 sm:px-3"
      >
        <thead>
          <tr>
            <HeadCell>{t('variantColumns.variant')}</HeadCell>
            <HeadCell>{t('variantColumns.price')}</HeadCell>
            <HeadCell>{t('variantColumns.stock')}</HeadCell>
          </tr>
        </thead>
        <tbody>
          {variants.map((variant) => (
            <Row key={variant.id}>
              <Cell className="break-words">{variant.title}</Cell>
              <Cell>
                <Price offer={offerOfVariant(variant)} currency={currency} />
              </Cell>
              <Cell className={variant.available ? 'text-good' : 'text-muted'}>
                {t(variant.available ? 'available' : 'soldOut')}
              </Cell>
            </Row>
          ))}
        </tbody>
      </Table>
    </details>
  )
}
