import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { ProductCluster, SimilarReason } from '#contracts/catalog/product-clusters.ts'
import { SideCard, SimilarProduct } from '#web/catalog/product/product-cards.tsx'
import { useFormats } from '#web/lib/i18n/format.ts'
import { paths } from '#web/paths.ts'
import { Country } from '#web/ui/store/country.tsx'

/** What the stores ask, in one currency, and how it was made comparable. */
export function PriceCard({ price }: Pick<ProductCluster, 'price'>) {
  const { t } = useTranslation('product-detail')
  const formats = useFormats()
  return (
    <SideCard title={t('cluster.price.title')} none={!price && t('cluster.price.none')}>
      {price && (
        <>
          <dl className="mt-2 text-sm">
            {(['min', 'median', 'max'] as const).map((name) => (
              <div
                key={name}
                className="flex items-baseline justify-between gap-4 border-b border-line py-2 last:border-0"
              >
                <dt className="text-muted">{t(`cluster.price.${name}`)}</dt>
                <dd className="font-semibold">{formats.money(price[name], price.currency)}</dd>
              </div>
            ))}
          </dl>
          <p className="mt-2 text-xs text-muted">
            {t('cluster.price.stores', {
              count: price.stores,
              stores: formats.number(price.stores),
            })}{' '}
            {price.isConverted && t('cluster.price.converted')}
          </p>
        </>
      )}
    </SideCard>
  )
}

export function FirstSellerCard({ store }: { store: ProductCluster['firstSeller'] }) {
  const { t } = useTranslation('product-detail')
  const formats = useFormats()
  return (
    <SideCard title={t('cluster.first.title')} none={!store && t('cluster.first.none')}>
      {store && (
        <>
          <Link
            to={paths.product(store.productId)}
            className="mt-2 block font-semibold wrap-anywhere hover:underline"
          >
            {store.name}
          </Link>
          <p className="text-sm wrap-anywhere text-muted">{store.domain}</p>
          <p className="mt-1 text-sm text-muted">
            {t('cluster.first.listed', { day: formats.day(store.listedDay) })}
          </p>
        </>
      )}
    </SideCard>
  )
}

export function CountriesCard({ countries }: Pick<ProductCluster, 'countries'>) {
  const { t } = useTranslation('product-detail')
  const formats = useFormats()
  return (
    <SideCard
      title={t('cluster.countries.title')}
      none={countries.length === 0 && t('cluster.countries.none')}
    >
      <ul className="mt-2 text-sm">
        {countries.map(({ code, stores }) => (
          <li
            key={code}
            className="flex items-baseline justify-between gap-4 border-b border-line py-1.5 last:border-0"
          >
            <Country code={code} />
            <span className="shrink-0 text-muted">
              {t('history.stores', { count: stores, stores: formats.number(stores) })}
            </span>
          </li>
        ))}
      </ul>
    </SideCard>
  )
}

/** Other products, each with the reason why it is shown. */
export function SimilarClusters({ similar }: Pick<ProductCluster, 'similar'>) {
  const { t } = useTranslation('product-detail')
  return (
    <SideCard
      title={t('cluster.similar.title')}
      none={similar.length === 0 && t('cluster.similar.none')}
    >
      <ul className="mt-2">
        {similar.map((item) => (
          <SimilarProduct
            key={item.id}
            to={paths.cluster(item.id)}
            imageUrl={item.imageUrl}
            title={item.title}
            about={<ReasonText reason={item.reason} />}
          />
        ))}
      </ul>
    </SideCard>
  )
}

function ReasonText({ reason }: { reason: SimilarReason }) {
  const { t } = useTranslation('product-detail')
  const formats = useFormats()
  const text =
    reason.kind === 'shared_stores'
      ? t('cluster.similar.shared', {
          stores: formats.number(reason.stores),
          of: formats.number(reason.of),
        })
      : t('cluster.similar.type', { type: reason.productType })
  return <p className="text-xs wrap-anywhere text-muted">{text}</p>
}
