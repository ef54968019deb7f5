import { useTranslation } from 'react-i18next'
import type { SampleProduct, SampleScreen } from '#contracts/site/sample.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Picture } from '#web/ui/store/picture.tsx'
import { Sparkline } from '#web/ui/store/sparkline.tsx'

/** Products of the day, and how the score of the first one comes about. */
export function SampleProducts({ sample }: { sample: SampleScreen }) {
  const { t } = useTranslation('sample')
  const { number } = useFormats()
  const { products, trendingProducts } = sample
  return (
    <section aria-labelledby="products-title" className="border-y border-line bg-surface">
      <div className="page py-12">
        <h2 id="products-title" className="text-2xl">
          {t('products.title', { some: number(products.length), all: number(trendingProducts) })}
        </h2>
        <p className="mt-2 text-muted">{t('products.text')}</p>
        <div className="mt-6 grid grid-cols-2 gap-4 md:grid-cols-3 xl:grid-cols-5">
          {products.map((product) => (
            <Product key={product.id} product={product} />
          ))}
        </div>
        <ScoreSum product={products[0]} />
      </div>
    </section>
  )
}

function Product({ product }: { product: SampleProduct }) {
  const { t } = useTranslation(['platform-benefits', 'product-detail'])
  const formats = useFormats()
  const { title, imageUrl, listingStores, newStoresByDay, price, trend } = product
  const fresh = newStoresByDay.reduce((sum, stores) => sum + stores, 0)
  const money = (value: string) => formats.money(value, price?.currency ?? null)
  return (
    <article className="flex flex-col overflow-hidden rounded-lg border border-line text-sm">
      <Picture src={imageUrl} alt="" className="h-36" />
      <div className="flex flex-1 flex-col gap-2 px-3.5 py-3">
        <h3 className="text-base leading-5.5">{title}</h3>
        <p className="text-muted">
          {t('platform-benefits:jobs.spread', {
            count: listingStores,
            stores: formats.number(listingStores),
            fresh: formats.number(fresh),
          })}
        </p>
        <Sparkline
          values={newStoresByDay}
          label={t('platform-benefits:jobs.bars')}
          className="mt-auto h-9!"
        />
        {price && (
          <p className="text-xs text-muted">
            {t('platform-benefits:jobs.prices', {
              from: money(price.min),
              to: money(price.max),
              median: money(price.median),
            })}
          </p>
        )}
        <p>
          <Badge tone="sun">
            {formats.number(trend.score)}, {t(`product-detail:trend.badge.${trend.badge}`)}
          </Badge>
        </p>
      </div>
    </article>
  )
}

/** The points of the published formula, and their sum. */
function ScoreSum({ product }: { product: SampleProduct | undefined }) {
  const { t } = useTranslation(['sample', 'product-detail'])
  if (!product) return null
  const { trend, title } = product
  const parts = trend.components
    .filter(({ points }) => points > 0)
    .map(({ name, points }) => `${points} ${t(`product-detail:trend.part.${name}`)}`)
  return (
    <p className="mt-5 text-sm text-muted">
      {t('sample:products.sum', { score: trend.score, title, parts: parts.join(' + ') })}
    </p>
  )
}
