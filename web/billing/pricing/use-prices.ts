import { useQueryClient } from '@tanstack/react-query'
import type { getPlanStatus, getPrices } from '#contracts/billing/plans.ts'
import type { PaidPlan, PlanCurrency } from '#contracts/billing/price-list.ts'
import { languageInfo } from '#i18n/languages.ts'
import { useKnownAnswer } from '#web/api/known-answer.ts'
import { useLanguage } from '#web/lib/i18n/language.ts'
import { isPaid, useSession } from '#web/lib/session/session.tsx'
import { priceOf, type TierPrice } from './tiers.ts'

export type Prices =
  | { kind: 'known'; of: (plan: PaidPlan) => TierPrice }
  | { kind: 'loading' }
  | { kind: 'failed'; retry: () => void }

/** The prices that checkout charges, in this visitor's currency. The page's loader asks for them. */
export function usePrices(): Prices {
  const client = useQueryClient()
  const currency = usePlanCurrency()
  const { answer, isAwaited } = useKnownAnswer<typeof getPrices>('getPrices')
  if (answer) return { kind: 'known', of: (plan) => priceOf(answer.prices, currency, plan) }
  if (isAwaited) return { kind: 'loading' }
  const retry = async () => {
    const { prefetchPrices } = await import('./prefetch-pricing.ts')
    await prefetchPrices(client)
  }
  // The query keeps the failure, which the card shows.
  return { kind: 'failed', retry: () => void retry().catch(() => undefined) }
}

/** The currency of the language, except that subscribers see the currency of their subscription. */
export function usePlanCurrency(): PlanCurrency {
  const { currency } = languageInfo[useLanguage()]
  const isSubscriber = isPaid(useSession())
  const { answer } = useKnownAnswer<typeof getPlanStatus>('getPlanStatus')
  return (isSubscriber && answer?.currency) || currency
}
