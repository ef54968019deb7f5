import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { listStoreProducts } from '#contracts/catalog/products.ts'
import type { StoreDetails } from '#contracts/catalog/stores.ts'
import { q } from '#web/api/query.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { Confidence } from '#web/ui/store/labels.tsx'
import { useLatestProducts } from './latest.tsx'
import { parseTheme } from './technology-section.tsx'

const NAMED_APPS = 2

/** What one wants to know of a store at a glance. */
export function StoreFigures({ store }: { store: StoreDetails }) {
  const { t } = useTranslation('store-details')
  const formats = useFormats()
  const { launchDate, launchConfidence, productCount, shopifyCurrency: currency } = store
  const theme = parseTheme(store.shopifyTheme)
  const apps = store.shopifyApps.map(({ name }) => name)
  const more = apps.length - NAMED_APPS
  return (
    <div className="@container">
      <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-lg border border-line bg-line @min-[48rem]:grid-cols-4">
        <Figure name={t('figures.launched')} value={launchDate && formats.day(launchDate)}>
          {launchDate && launchConfidence !== 'high' && <Confidence level={launchConfidence} />}
        </Figure>
        <Figure
          name={t('facts.productCount')}
          value={productCount === null ? null : formats.number(productCount)}
        />
        <Figure name={t('figures.median')} value={useMedianPrice(store)}>
          {currency && formats.currency(currency)}
        </Figure>
        <Figure name={t('figures.technology')} value={theme && theme.name}>
          {apps.slice(0, NAMED_APPS).join(', ')}
          {more > 0 && ` ${t('figures.moreApps', formats.counted(more))}`}
        </Figure>
      </dl>
    </div>
  )
}

type FigureProps = { name: string; value: string | null; children?: ReactNode }

const Figure = ({ name, value, children }: FigureProps) => (
  <div className="min-w-0 bg-surface px-4 py-2.5">
    <dt className="text-xs font-semibold text-muted">{name}</dt>
    <dd className="text-lg font-semibold wrap-anywhere">{value ?? '–'}</dd>
    <dd className="text-xs wrap-anywhere text-muted">{children}</dd>
  </div>
)

/** The price of the product in the middle of all by price; null while unknown. */
function useMedianPrice({ shopifyWebsiteDomain: domain }: StoreDetails): string | null {
  const formats = useFormats()
  const total = useLatestProducts(domain).data?.totalElements ?? 0
  const page = Math.floor((total - 1) / 2)
  const middle = useQuery({
    ...q(listStoreProducts, {
      params: { domain },
      query: { sortBy: 'price', sortDirection: 'ASC', size: '1', page: String(page) },
    }),
    enabled: total > 0,
  })
  const product = middle.data?.content[0]
  if (!product || product.variants.length === 0) return null
  const price = Math.min(...product.variants.map(({ price }) => Number(price)))
  return formats.money(String(price), product.currency)
}
