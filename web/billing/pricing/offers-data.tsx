import { useTranslation } from 'react-i18next'
import type { PaidPlan } from '#contracts/account/price-list.ts'
import { StructuredData, type Thing } from '#web/lib/app/page-meta.tsx'
import { useSite } from '#web/lib/app/site.tsx'
import { paths } from '#web/paths.ts'
import type { TierPrice } from './tiers.ts'
import { usePrices } from './use-prices.ts'

const plans: readonly PaidPlan[] = ['pro', 'plus']

/** The self-service plans as structured data, at the prices on the cards; nothing while the prices are unknown. */
export function OffersData() {
  const { t } = useTranslation('pricing')
  const { origin } = useSite()
  const prices = usePrices()
  if (prices.kind !== 'known') return null
  return plans.map((plan) => (
    <StructuredData
      key={plan}
      thing={{
        '@type': 'Product',
        name: `Storedawn ${t(`plans.${plan}.name`)}`,
        description: t(`plans.${plan}.description`),
        image: `${origin}/icon-512.png`,
        brand: { '@type': 'Brand', name: 'Storedawn' },
        offers: offersOf(prices.of(plan), origin + paths.pricing()),
      }}
    />
  ))
}

/** Billing periods as UN/CEFACT codes. */
function offersOf({ monthlyPrice, annualTotal, currency }: TierPrice, url: string): Thing[] {
  const offer = (amount: number, unitCode: 'MON' | 'ANN'): Thing => {
    const price = { price: amount.toFixed(2), priceCurrency: currency }
    const priceSpecification = { '@type': 'UnitPriceSpecification', ...price, billingDuration: 1, unitCode }
    return { '@type': 'Offer', ...price, url, availability: 'https://schema.org/InStock', priceSpecification }
  }
  return [offer(monthlyPrice, 'MON'), offer(annualTotal, 'ANN')]
}
