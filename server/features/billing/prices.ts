import { parsePriceList, type PriceList } from '#contracts/price-list.ts'
import type { AppContext } from '#server/context.ts'
import type { Offer } from './billing-provider.ts'

/** The configured prices: the one list that is shown, charged and accepted. */
export const pricesOf = ({ PRICES }: AppContext['config']): PriceList => parsePriceList(PRICES)

export const offerOf = (
  config: AppContext['config'],
  { plan, billingCycle, currency }: Omit<Offer, 'amountMinor'>,
): Offer => ({ plan, billingCycle, currency, amountMinor: pricesOf(config)[currency][plan][billingCycle] })
