import * as z from 'zod/mini'

/** Currencies in which we charge subscriptions. The page shows the one of its language. */
export const PlanCurrency = z.enum(['USD', 'EUR', 'TRY'])
export type PlanCurrency = z.infer<typeof PlanCurrency>

export const BillingCycle = z.enum(['monthly', 'yearly'])
export type BillingCycle = z.infer<typeof BillingCycle>

/** Plans that customers buy online; *custom* starts with a message to us. */
export const PaidPlan = z.enum(['pro', 'plus'])
export type PaidPlan = z.infer<typeof PaidPlan>

const AmountMinor = z.int().check(z.minimum(100), z.maximum(100_000_000))
/** The amount charged at the start of each cycle, in cents: `yearly` is the total of the year. */
const CyclePrices = z.object({ monthly: AmountMinor, yearly: AmountMinor })

export const PriceList = z.record(PlanCurrency, z.record(PaidPlan, CyclePrices))
export type PriceList = z.infer<typeof PriceList>

const plainPrices = {
  pro: { monthly: 39_00, yearly: 349_00 },
  plus: { monthly: 79_00, yearly: 549_00 },
}

export const defaultPriceList: PriceList = { USD: plainPrices, EUR: plainPrices, TRY: plainPrices }

/**
 * Parses the price list from the configuration: JSON in the shape of `PriceList`; empty = the
 * default.
 * @throws Error when it does not match
 */
export function parsePriceList(text: string): PriceList {
  if (text.trim() === '') return defaultPriceList
  const parsed = PriceList.safeParse(JSON.parse(text))
  if (!parsed.success)
    throw new Error('must be JSON such as {"USD":{"pro":{"monthly":3900,"yearly":34900},…}}')
  return parsed.data
}
