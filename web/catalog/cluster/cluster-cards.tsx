import { useTranslation } from 'react-i18next'
import type { ProductCluster, SimilarReason } from '#contracts/catalog/product-clusters.ts'
import { SideCard, SimilarProduct } from '#web/catalog/product/product-cards.tsx'
import { useFormats } from '#web/lib/i18n/format.ts'
import { paths } from '#web/paths.ts'

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
