import { useTranslation } from 'react-i18next'
import { useFormats } from '#web/lib/format.ts'
import { Country } from '#web/ui/country.tsx'

const STORES_FOUND = 247
const stores = [
  { name: 'first', country: 'PT', products: 145 },
  { name: 'second', country: 'CA', products: 89 },
  { name: 'third', country: 'DE', products: 203 },
] as const

/** A picture of the list: the first three stores of that day. */
export function SampleStores() {
  const { t } = useTranslation(['demonstration', 'hero'])
  const formats = useFormats()
  return (
    <div className="flex flex-1 flex-col">
      <p className="px-4 pt-4 pb-2 text-lg font-semibold sm:px-6">
        {t('demonstration:stores.found', { total: formats.number(STORES_FOUND) })}
      </p>
      <ul className="grid flex-1">
        {stores.map(({ name, country, products }) => {
          const title = t(`hero:ledger.samples.${name}`)
          return (
            <li
              key={name}
              className="flex items-center gap-3 border-b border-line px-4 py-3 last:border-0 sm:px-6"
            >
              <span
                aria-hidden
                className="grid size-11 shrink-0 place-items-center rounded-md bg-sun-wash text-lg font-semibold text-sun-ink"
              >
                {title[0]}
              </span>
              <div className="min-w-0 flex-1">
                <p className="font-semibold">{title}</p>
                <p className="flex flex-wrap gap-x-3 text-sm text-muted">
                  <Country code={country} isOneLine />
                  <span>{t('demonstration:stores.products', { total: formats.number(products) })}</span>
                </p>
              </div>
            </li>
          )
        })}
      </ul>
    </div>
  )
}
