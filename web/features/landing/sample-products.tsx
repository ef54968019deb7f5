import { useTranslation } from 'react-i18next'
import { useFormats } from '#web/lib/format.ts'

const products = [
  { name: 'lamp', price: 64, stores: 14 },
  { name: 'mug', price: 18, stores: 9 },
  { name: 'blocks', price: 39, stores: 6 },
] as const

const drawings = {
  lamp: (
    <>
      <path d="M18 10h20l6 18H12z" className="fill-sun-wash stroke-ink" />
      <path d="M23 10l-3 18M28 10v18M33 10l3 18" className="stroke-rule" />
      <path d="M28 28v16M20 46h16" className="stroke-ink" />
    </>
  ),
  mug: (
    <>
      <path d="M14 16h22v26a4 4 0 0 1-4 4H18a4 4 0 0 1-4-4z" className="fill-sun-wash stroke-ink" />
      <path d="M36 22h5a4 4 0 0 1 4 4v6a4 4 0 0 1-4 4h-5" className="stroke-ink" />
      <path d="M20 24h.1M29 28h.1M22 35h.1M30 39h.1M25 20h.1" className="stroke-sun" strokeLinecap="round" />
    </>
  ),
  blocks: (
    <>
      <path d="M8 30h18v18H8zM30 30h18v18H30z" className="fill-surface stroke-ink" />
      <path d="M19 30a9 9 0 0 1 18 0z" className="fill-sun-wash stroke-ink" />
      <path d="M13 36h8M35 42h8" className="stroke-sun" />
    </>
  ),
}

/** A picture of products, with the number of stores that list each one. */
export function SampleProducts() {
  const { t } = useTranslation('demonstration')
  const formats = useFormats()
  return (
    <ul className="grid flex-1">
      {products.map(({ name, price, stores }) => (
        <li
          key={name}
          className="flex items-center gap-4 border-b border-line px-4 py-3 last:border-0 sm:px-6"
        >
          <svg
            viewBox="0 0 56 56"
            className="size-17 shrink-0 rounded-md bg-sunken p-2"
            fill="none"
            strokeWidth="2"
            aria-hidden
          >
            {drawings[name]}
          </svg>
          <div className="min-w-0">
            <p className="font-semibold">{t(`products.names.${name}`)}</p>
            <p className="mt-0.5 text-sm text-muted">{formats.planPrice(price)}</p>
            <p className="mt-0.5 text-sm text-sun-ink">
              {t('products.inStores', { total: formats.number(stores) })}
            </p>
          </div>
        </li>
      ))}
    </ul>
  )
}
