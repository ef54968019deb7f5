import Stripe from 'stripe'
import { PaidPlan, type BillingCycle } from '#contracts/price-list.ts'
import type { Offer } from '#server/features/billing/billing-provider.ts'

const PREFIX = 'storedawn_'
const NAMES = { pro: 'Storedawn Pro', plus: 'Storedawn Plus' } as const satisfies Record<PaidPlan, string>

/** A plan's product has a name of ours, so that the plan of any price is known without a list of prices. */
export const productIdOf = (plan: PaidPlan): string => `${PREFIX}${plan}`

/** Null for products that are none of our plans: an account at Stripe may sell other things as well. */
export function planOfProduct(productId: string): PaidPlan | null {
  const plan = PaidPlan.safeParse(productId.startsWith(PREFIX) ? productId.slice(PREFIX.length) : '')
  return plan.data ?? null
}

/** Made when it is first sold. */
export async function ensureProduct(stripe: Stripe, plan: PaidPlan): Promise<string> {
  const id = productIdOf(plan)
  try {
    await stripe.products.create({ id, name: NAMES[plan] })
  } catch (error) {
    const isThere = error instanceof Stripe.errors.StripeError && error.code === 'resource_already_exists'
    if (!isThere) throw error
  }
  return id
}

export const intervalOf = (cycle: BillingCycle): 'month' | 'year' => (cycle === 'yearly' ? 'year' : 'month')

/** The amount comes from our list, never from a price that somebody may have changed at Stripe. */
export const priceDataOf = ({ billingCycle, currency, amountMinor }: Offer, product: string) => ({
  currency: currency.toLowerCase(),
  product,
  unit_amount: amountMinor,
  recurring: { interval: intervalOf(billingCycle) },
})
