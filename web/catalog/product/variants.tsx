import { useTranslation } from 'react-i18next'
import type { ProductDetails } from '#contracts/catalog/products.ts'
import { Summary } from '#web/ui/accordion.tsx'
import { DataTable } from '#web/ui/table.tsx'
import { offerOfVariant, Price } from '#web/ui/store/price.tsx'

/** The placeholder option that the platform gives to every product without options. */
const isPlaceholder = ({ name, values }: { name: string; values: readonly string[] }) =>
  name === 'Title' && values.length === 1 && values[0] === 'Default Title'

/** Options that a buyer can choose in the shop; display only. */
export function Options({ product: { options } }: { product: ProductDetails }) {
  const { t } = useTranslation('product-detail')
  const shown = options.filter((option) => !isPlaceholder(option))
  if (shown.length === 0) return null
  return (
    <section aria-label={t('options')}>
      <dl className="grid gap-4">
        {shown.map(({ name, values }) => (
          <div key={name}>
            <dt className="text-sm font-semibold">{name}</dt>
            <dd>
              <ul className="mt-1.5 flex flex-wrap gap-1.5">
                {values.map((value) => (
                  <li
                    key={value}
                    className="max-w-full rounded-sm border border-rule bg-surface px-2.5 py-1 text-sm break-words"
                  >
                    {value}
                  </li>
                ))}
              </ul>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/**
 * Each variant with its price and availability. Collapsed, since most products have many similar
 * variants.
 */
export function VariantPrices({ product: { variants, currency } }: { product: ProductDetails }) {
  const { t } = useTranslation('product-detail')
  if (variants.length < 2) return null
  return (
    <details className="group rounded-lg border border-line bg-surface">
      <Summary className="px-4 sm:px-5">{t('variantPrices')}</Summary>
      <DataTable
        caption={t('variantPrices')}
        className="max-h-96 overflow-y-auto border-t border-line px-2 sm:px-3"
        items={variants}
        keyOf={({ id }) => id}
        columns={[
          {
            head: t('variantColumns.variant'),
            className: 'break-words',
            cell: ({ title }) => title,
          },
          {
            head: t('variantColumns.price'),
            cell: (variant) => <Price offer={offerOfVariant(variant)} currency={currency} />,
          },
          {
            head: t('variantColumns.stock'),
            className: ({ available }) => (available ? 'text-good' : 'text-muted'),
            cell: ({ available }) => t(available ? 'available' : 'soldOut'),
          },
        ]}
      />
    </details>
  )
}
