import { useTranslation } from 'react-i18next'
import type { ProductDetails } from '#contracts/products.ts'

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
