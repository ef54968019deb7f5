import * as z from 'zod/mini'

/** What a subscription may be charged in; the page shows the one of its language. */
export const PlanCurrency = z.enum(['USD', 'EUR', 'TRY'])
export type PlanCurrency = z.infer<typeof PlanCurrency>

export const BillingCycle = z.enum(['monthly', 'yearly'])
export type BillingCycle = z.infer<typeof BillingCycle>

/** Plans that are bought by oneself; *custom* begins with a message. */
export const PaidPlan = z.enum(['pro', 'plus'])
export type PaidPlan = z.infer<typeof PaidPlan>

const AmountMinor = z.int().check(z.minimum(100), z.maximum(100_000_000))
/** Charged at once for each cycle, in cents: `yearly` is the total of the year. */
const CyclePrices = z.object({ monthly: AmountMinor, yearly: AmountMinor })

/** One list per currency. */
export const PriceList = z.record(PlanCurrency, z.record(PaidPlan, CyclePrices))
export type PriceList = z.infer<typeof PriceList>

const plainPrices = { pro: { monthly: 39_00, yearly: 349_00 }, plus: { monthly: 79_00, yearly: 549_00 } }

/** Where the configuration says nothing else. */
export const defaultPriceList: PriceList = { USD: plainPrices, EUR: plainPrices, TRY: plainPrices }

/** What a month costs where the year is paid at once: 349 → 29, in whole units as it is shown. */
export const yearlyPerMonth = (yearlyMinor: number): number => Math.round(yearlyMinor / 12 / 100)

/** A list as configuration spells it: JSON in the shape of `PriceList`; empty = the default. @throws Error where it is none */
export function parsePriceList(text: string): PriceList {
  if (text.trim() === '') return defaultPriceList
  const parsed = PriceList.safeParse(JSON.parse(text))
  if (!parsed.success)
    throw new Error('must be JSON such as {"USD":{"pro":{"monthly":3900,"yearly":34900},…}}')
  return parsed.data
}
