import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { ProductCluster, SimilarReason } from '#contracts/stores/product-clusters.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { paths } from '#web/paths.ts'
import { Card } from '#web/ui/card.tsx'
import { Country } from '#web/ui/store/country.tsx'
import { Picture } from '#web/ui/store/picture.tsx'

/** What the stores ask, in one currency, and how it was made comparable. */
export function PriceCard({ price }: Pick<ProductCluster, 'price'>) {
  const { t } = useTranslation('product-detail')
  const formats = useFormats()
  return (
    <Card className="p-5">
      <h2 className="eyebrow">{t('cluster.price.title')}</h2>
      {price ? (
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
      ) : (
        <p className="mt-1.5 text-sm text-muted">{t('cluster.price.none')}</p>
      )}
    </Card>
  )
}

export function FirstSellerCard({ store }: { store: ProductCluster['firstSeller'] }) {
  const { t } = useTranslation('product-detail')
  const formats = useFormats()
  return (
    <Card className="p-5">
      <h2 className="eyebrow">{t('cluster.first.title')}</h2>
      {store ? (
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
      ) : (
        <p className="mt-1.5 text-sm text-muted">{t('cluster.first.none')}</p>
      )}
    </Card>
  )
}

export function CountriesCard({ countries }: Pick<ProductCluster, 'countries'>) {
  const { t } = useTranslation('product-detail')
  const formats = useFormats()
  return (
    <Card className="p-5">
      <h2 className="eyebrow">{t('cluster.countries.title')}</h2>
      {countries.length === 0 && (
        <p className="mt-1.5 text-sm text-muted">{t('cluster.countries.none')}</p>
      )}
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
    </Card>
  )
}

/** Other products, each with the reason why it is shown. */
export function SimilarClusters({ similar }: Pick<ProductCluster, 'similar'>) {
  const { t } = useTranslation('product-detail')
  return (
    <Card className="p-5">
      <h2 className="eyebrow">{t('cluster.similar.title')}</h2>
      {similar.length === 0 && (
        <p className="mt-1.5 text-sm text-muted">{t('cluster.similar.none')}</p>
      )}
      <ul className="mt-2">
        {similar.map((item) => (
          <li
            key={item.id}
            className="group relative flex items-center gap-3 border-b border-line py-2.5 last:border-0"
          >
            <Picture
              src={item.imageUrl}
              alt=""
              className="size-14 shrink-0 rounded-md border border-line"
            />
            <div className="min-w-0 flex-1 text-sm">
              <Link
                to={paths.cluster(item.id)}
                className="line-clamp-2 font-semibold wrap-anywhere group-hover:underline after:absolute after:inset-0 after:rounded-md focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-focus"
              >
                {item.title}
              </Link>
              <ReasonText reason={item.reason} />
            </div>
          </li>
        ))}
      </ul>
    </Card>
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
