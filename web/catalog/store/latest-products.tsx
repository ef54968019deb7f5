import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { listStoreProducts } from '#contracts/catalog/products.ts'
import type { StoreDetails } from '#contracts/catalog/stores.ts'
import { q } from '#web/api/query.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { Bone, Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { ProductCard } from './products-tab.tsx'
import { Section, TabLink } from './section.tsx'

const SHOWN = 6

export const useLatestProducts = (domain: string) =>
  useQuery(q(listStoreProducts, { params: { domain }, query: { size: String(SHOWN) } }))

/** The newest products, with the way to all of them. */
export function LatestProducts({ store }: { store: StoreDetails }) {
  const { t } = useTranslation('store-details')
  const formats = useFormats()
  const products = useLatestProducts(store.shopifyWebsiteDomain)
  const count = products.data?.totalElements ?? 0
  const all = t('productTotal', { count, total: formats.number(count) })
  return (
    <Section name="products" more={count > 0 && <TabLink tab="products">{all}</TabLink>}>
      <div className="@container px-4 pb-4">
        <Loaded
          query={products}
          title={t('productsFailed')}
          skeleton={
            <Skeleton>
              <Bone className="h-36" />
            </Skeleton>
          }
          empty={({ content }) =>
            content.length === 0 && <p className="text-sm text-muted">{t('noProducts.title')}</p>
          }
        >
          {({ content }) => (
            <ul className="grid grid-cols-3 gap-3 @min-[30rem]:grid-cols-6">
              {content.map((product) => (
                <ProductCard key={product.id} product={product} storeId={store.id} isSmall />
              ))}
            </ul>
          )}
        </Loaded>
      </div>
    </Section>
  )
}
