import { useTranslation } from 'react-i18next'
import type { ProductVariant } from '#contracts/catalog/products.ts'
import { cn } from '#web/lib/cn.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
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
        <Badge tone="good">
          {t('price.discount', { share: formats.wholePercent(offer.discountShare) })}
        </Badge>
      )}
    </span>
  )
}

type Offer = {
  price: string
  /** Former price of the cheapest variant, only if it is above the price. */
  compareAtPrice: string | null
  /** The discount, 0..1; null without a former price, or when it would display as 0 %. */
  discountShare: number | null
  /** Other variants cost more, so the price is shown with "from". */
  isFrom: boolean
}

const MIN_SHOWN_SHARE = 0.005

/** The cheapest variant, preferring those in stock; null when there are no variants. */
export function offerOf(variants: readonly ProductVariant[]): Offer | null {
  const buyable = variants.some(({ available }) => available)
    ? variants.filter(({ available }) => available)
    : variants
  const [cheapest] = buyable.toSorted((a, b) => Number(a.price) - Number(b.price))
  if (!cheapest) return null
  return {
    ...offerOfVariant(cheapest),
    isFrom: buyable.some(({ price }) => Number(price) > Number(cheapest.price)),
  }
}

/** The offer of one variant; ignores a former price that is not above the price. */
export function offerOfVariant({ price, compareAtPrice }: ProductVariant): Offer {
  const [now, before] = [Number(price), Number(compareAtPrice ?? 0)]
  const isTrue = before > now
  const share = isTrue ? 1 - now / before : 0
  return {
    price,
    compareAtPrice: isTrue ? compareAtPrice : null,
    discountShare: share >= MIN_SHOWN_SHARE ? share : null,
    isFrom: false,
  }
}
