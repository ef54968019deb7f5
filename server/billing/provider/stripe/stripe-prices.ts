import Stripe from 'stripe'
import { PaidPlan, type BillingCycle } from '#contracts/billing/price-list.ts'
import type { Offer } from '#server/billing/provider/billing-provider.ts'

const PREFIX = 'storedawn_'
const NAMES = { pro: 'Storedawn Pro', plus: 'Storedawn Plus' } as const satisfies Record<
  PaidPlan,
  string
>

/**
 * A plan's product has a fixed name, so that the plan of any price is known without a list of
 * prices.
 */
const productIdOf = (plan: PaidPlan): string => `${PREFIX}${plan}`

/** Null for products that are not our plans: a Stripe account may sell other things as well. */
export function planOfProduct(productId: string): PaidPlan | null {
  const plan = PaidPlan.safeParse(
    productId.startsWith(PREFIX) ? productId.slice(PREFIX.length) : '',
  )
  return plan.data ?? null
}

/** Of what Stripe names by its id, or has expanded. */
export const idOf = (found: string | { id: string }): string =>
  typeof found === 'string' ? found : found.id

const SECOND_MS = 1000

export const toUnixSeconds = (time: Date): number => Math.floor(time.getTime() / SECOND_MS)

export const intervalOf = (cycle: BillingCycle): 'month' | 'year' =>
  cycle === 'yearly' ? 'year' : 'month'

/**
 * Created when the offer is first sold. Found by name but used by id: a change that waits for its
 * payment accepts only an id. A price never changes its amount, but its name may have moved to
 * another.
 */
export async function ensurePrice(stripe: Stripe, offer: Offer): Promise<string> {
  const name = nameOf(offer)
  const { data } = await stripe.prices.list({ lookup_keys: [name], active: true, limit: 1 })
  const found = data.find((price) => isPriceOf(price, offer))
  if (found) return found.id
  const product = await ensureProduct(stripe, offer.plan)
  const price = await stripe.prices.create({
    product,
    currency: offer.currency.toLowerCase(),
    unit_amount: offer.amountMinor,
    recurring: { interval: intervalOf(offer.billingCycle) },
    lookup_key: name,
    transfer_lookup_key: true,
  })
  return price.id
}

const nameOf = ({ plan, billingCycle, currency, amountMinor }: Offer): string =>
  `${productIdOf(plan)}_${billingCycle}_${currency.toLowerCase()}_${amountMinor}`

const isPriceOf = (
  price: Stripe.Price,
  { plan, billingCycle, currency, amountMinor }: Offer,
): boolean =>
  price.product === productIdOf(plan) &&
  price.currency === currency.toLowerCase() &&
  price.unit_amount === amountMinor &&
  price.recurring?.interval === intervalOf(billingCycle) &&
  price.recurring.interval_count === 1

async function ensureProduct(stripe: Stripe, plan: PaidPlan): Promise<string> {
  const id = productIdOf(plan)
  try {
    await stripe.products.create({ id, name: NAMES[plan] })
  } catch (error) {
    const isThere =
      error instanceof Stripe.errors.StripeError && error.code === 'resource_already_exists'
    if (!isThere) throw error
  }
  return id
}
