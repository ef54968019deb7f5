import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { listStoreProducts } from '#contracts/catalog/products.ts'
import type { StoreDetails } from '#contracts/catalog/stores.ts'
import { q } from '#web/api/query.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { Loaded, Skeleton } from '#web/ui/feedback/loaded.tsx'
import { ProductCard } from './products-tab.tsx'
import { Section, TabLink } from './section.tsx'
import { TimelineDays } from './timeline-event.tsx'
import { useTimeline } from './timeline-tab.tsx'

const [PRODUCTS, CHANGES] = [6, 5]

export const useLatestProducts = (domain: string) =>
  useQuery(q(listStoreProducts, { params: { domain }, query: { size: String(PRODUCTS) } }))

export function LatestProducts({ store }: { store: StoreDetails }) {
  const { t } = useTranslation('store-details')
  const formats = useFormats()
  const products = useLatestProducts(store.shopifyWebsiteDomain)
  const count = products.data?.totalElements ?? 0
  const all = t('productTotal', formats.counted(count))
  return (
    <Section name="products" more={count > 0 && <TabLink tab="products">{all}</TabLink>}>
      <div className="@container px-4 pb-4">
        <Loaded
          query={products}
          title={t('productsFailed')}
          skeleton={<Skeleton bones={['h-36']} />}
          empty={({ content }) => content.length === 0 && <None>{t('noProducts.title')}</None>}
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

export function LastChanges({ store }: { store: StoreDetails }) {
  const { t } = useTranslation('store-details')
  const timeline = useTimeline(store.id, [])
  return (
    <Section name="changes" more={<TabLink tab="timeline">{t('tabs.timeline')}</TabLink>}>
      <div className="px-4 pb-4 [&>ol]:mt-0">
        <Loaded
          query={timeline}
          title={t('timeline.failed')}
          skeleton={<Skeleton bones={['h-36']} />}
          empty={({ pages }) => pages[0]?.days.length === 0 && <None>{t('timeline.empty')}</None>}
        >
          {({ pages }) => <TimelineDays days={latest(pages[0]?.days ?? [])} />}
        </Loaded>
      </div>
    </Section>
  )
}

const None = ({ children }: { children: string }) => (
  <p className="text-sm text-muted">{children}</p>
)

/** The first few events, still by day. */
function latest<Day extends { events: readonly unknown[] }>(days: readonly Day[]): Day[] {
  let room = CHANGES
  return days.flatMap((each) => {
    const events = each.events.slice(0, room)
    room -= events.length
    return events.length > 0 ? [{ ...each, events }] : []
  })
}
