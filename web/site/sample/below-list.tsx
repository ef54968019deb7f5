import { useTranslation } from 'react-i18next'
import { planRights } from '#contracts/billing/plan-rights.ts'
import type { SampleProduct, SampleScreen } from '#contracts/site/sample.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { paths } from '#web/paths.ts'
import { PriceLine } from '#web/site/landing/price-line.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { Picture } from '#web/ui/store/picture.tsx'
import { Sparkline } from '#web/ui/store/sparkline.tsx'
import { OpenedStores } from './opened-stores.tsx'

export const BelowList = ({ sample }: { sample: SampleScreen }) => (
  <>
    <div className="page pb-12">
      <OpenedStores stores={sample.opened} />
    </div>
    {sample.products.length > 0 && <SampleProducts sample={sample} />}
    <ProAdds />
  </>
)

const rows = ['days', 'contacts', 'stores', 'use'] as const

/** What Pro adds, said once, at the end. */
function ProAdds() {
  const { t } = useTranslation('sample')
  const { number } = useFormats()
  return (
    <section aria-labelledby="adds-title" className="-mb-16">
      <div className="page grid items-center gap-x-16 gap-y-7 py-12 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.6fr)]">
        <div>
          <h2 id="adds-title" className="text-2xl">
            {t('adds.title')}
          </h2>
          <PriceLine />
          <LinkButton to={paths.pricing()} className="mt-4">
            {t('adds.action')}
          </LinkButton>
        </div>
        <table className="w-full overflow-hidden rounded-lg border border-line bg-surface text-start text-sm">
          <caption className="sr-only">{t('adds.title')}</caption>
          <thead>
            <tr className="text-start">
              <th scope="col" className="w-1/2 bg-sunken px-4.5 py-2.5 text-start text-muted">
                {t('adds.here')}
              </th>
              <th scope="col" className="px-4.5 py-2.5 text-start">
                {t('adds.pro')}
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row} className="border-t border-line align-top">
                <td className="bg-sunken px-4.5 py-2.5 text-muted">{t(`adds.rows.${row}.here`)}</td>
                <td className="px-4.5 py-2.5">
                  {t(`adds.rows.${row}.pro`, { contacts: number(planRights.pro.contactsPerDay) })}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

/** Products of the day, and how the score of the first one comes about. */
function SampleProducts({ sample }: { sample: SampleScreen }) {
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
