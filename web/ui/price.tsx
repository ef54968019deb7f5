import { useTranslation } from 'react-i18next'
import { useFormats } from '#web/lib/format.ts'
import type { Offer } from '#web/lib/offer.ts'
import { cn } from '#web/lib/cn.ts'
import { Badge } from '#web/ui/badge.tsx'

type Props = { offer: Offer | null; currency: string | null; size?: 'card' | 'page' }

/** The price, with the former price and the discount if there is a real one. */
export function Price({ offer, currency, size = 'card' }: Props) {
  const { t } = useTranslation('common')
  const formats = useFormats()
  if (!offer) return <span className="text-faint">{t('notPublished')}</span>
  const amount = formats.money(offer.price, currency)
  return (
    <span className="flex flex-wrap items-baseline gap-x-2 gap-y-1">
      <span className={cn('font-semibold', size === 'page' && 'text-xl')}>
        {offer.isFrom ? t('price.from', { amount }) : amount}
      </span>
      {offer.compareAtPrice && (
        <s className="text-sm text-faint">
          <span className="sr-only">{t('price.before')} </span>
          {formats.money(offer.compareAtPrice, currency)}
        </s>
      )}
      {offer.discountShare !== null && (
        <Badge tone="good">{t('price.discount', { share: formats.wholePercent(offer.discountShare) })}</Badge>
      )}
    </span>
  )
}
