import { TrendingUp } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { ProductDetails } from '#contracts/products.ts'
import { useFormats } from '#web/lib/format.ts'

export function TrendLine({ trend }: { trend: NonNullable<ProductDetails['trend']> }) {
  const { t } = useTranslation('product-detail')
  const formats = useFormats()
  return (
    <p className="mt-4 flex items-start gap-2.5 rounded-md bg-sun-wash px-3.5 py-2.5 text-sm text-sun-ink">
      <TrendingUp className="mt-0.5 size-4 shrink-0" aria-hidden />
      {t('trend', {
        day: formats.day(trend.day),
        count: trend.stores,
        stores: formats.number(trend.stores),
        score: formats.number(trend.score),
      })}
    </p>
  )
}
