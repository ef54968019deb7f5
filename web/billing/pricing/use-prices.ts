import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { getPlanStatus, getPrices } from '#contracts/billing/plans.ts'
import type { PaidPlan, PlanCurrency } from '#contracts/billing/price-list.ts'
import { languageInfo } from '#i18n/languages.ts'
import { q } from '#web/api/query.ts'
import { languageOf } from '#web/lib/i18n/load-texts.ts'
import { isPaid, useSession } from '#web/lib/session/session.tsx'
import { priceOf, type TierPrice } from './tiers.ts'

export type Prices =
  | { kind: 'known'; of: (plan: PaidPlan) => TierPrice }
  | { kind: 'loading' }
  | { kind: 'failed'; retry: () => void }

/** The prices that checkout charges, in this visitor's currency. */
export function usePrices(): Prices {
  const currency = usePlanCurrency()
  const { data, isPending, refetch } = useQuery(q(getPrices, {}))
  if (data) return { kind: 'known', of: (plan) => priceOf(data.prices, currency, plan) }
  return isPending ? { kind: 'loading' } : { kind: 'failed', retry: () => void refetch() }
}

/** The currency of the language, except that subscribers see the currency of their subscription. */
export function usePlanCurrency(): PlanCurrency {
  const { i18n } = useTranslation()
  const isSubscriber = isPaid(useSession())
  const { data } = useQuery({ ...q(getPlanStatus, {}), enabled: isSubscriber })
  return (isSubscriber && data?.currency) || languageInfo[languageOf(i18n)].currency
}
