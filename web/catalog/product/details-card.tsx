import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ProductDetails } from '#contracts/stores/products.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { Card } from '#web/ui/card.tsx'

/** The shop's facts about the product, besides its description. */
export function DetailsCard({ product }: { product: ProductDetails }) {
  const { t } = useTranslation('product-detail')
  const formats = useFormats()
  const day = (iso: string | null) => (iso ? formats.day(iso.slice(0, 10)) : null)
  const available = product.variants.filter((variant) => variant.available).length
  return (
    <Card className="p-5">
      <h2 className="eyebrow">{t('details.title')}</h2>
      <dl className="mt-2 text-sm">
        <Detail name={t('details.vendor')} value={product.vendor} />
        <Detail name={t('details.type')} value={product.productType} />
        <Detail name={t('details.created')} value={day(product.createdAt)} />
        <Detail name={t('details.published')} value={day(product.publishedAt)} />
        <Detail
          name={t('details.variants')}
          value={t('details.variantCount', {
            count: product.variants.length,
            total: formats.number(product.variants.length),
            available: formats.number(available),
          })}
        />
        <Detail
          name={t('details.id')}
          value={<span className="font-mono text-xs">{product.productId}</span>}
        />
        <Detail
          name={t('details.tags')}
          value={
            product.tags.length > 0 && (
              <ul className="flex flex-wrap justify-end gap-1">
                {product.tags.map((tag) => (
                  <li
                    key={tag}
                    className="max-w-full rounded-sm bg-sunken px-1.5 text-xs leading-5 break-words text-muted"
                  >
                    {tag}
                  </li>
                ))}
              </ul>
            )
          }
        />
      </dl>
    </Card>
  )
}

function Detail({ name, value }: { name: string; value: ReactNode }) {
  const { t } = useTranslation('common')
  return (
    <div className="flex items-baseline justify-between gap-5 border-b border-line py-2 last:border-0">
      <dt className="shrink-0 text-muted">{name}</dt>
      <dd className="min-w-0 text-end break-words">
        {value || <span className="text-faint">{t('notPublished')}</span>}
      </dd>
    </div>
  )
}
