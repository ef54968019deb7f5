import { randomUUID } from 'node:crypto'
import {
  BillingCycle,
  PaidPlan,
  parsePriceList,
  PlanCurrency,
  type PriceList,
} from '#contracts/billing/price-list.ts'
import type { UserId } from '#contracts/ids.ts'
import { usDollars } from '#contracts/money.ts'
import type { AppContext } from '#server/platform/context.ts'
import type { BillingRequest } from './context.ts'
import type { Offer, SubscriptionSnapshot } from './provider/billing-provider.ts'
import type { SubscriptionRow } from './subscription.ts'

/** The one list that is shown, charged and accepted. */
export const pricesOf = ({ PRICES }: AppContext['config']): PriceList => parsePriceList(PRICES)

export const offerOf = (
  config: AppContext['config'],
  { plan, billingCycle, currency }: Omit<Offer, 'amountMinor'>,
): Offer => ({
  plan,
  billingCycle,
  currency,
  amountMinor: pricesOf(config)[currency][plan][billingCycle],
})

export const isOfOffer = (
  row: Pick<SubscriptionRow, 'plan' | 'billing_cycle' | 'currency' | 'amount_minor'>,
  { plan, billingCycle, currency, amountMinor }: Pick<SubscriptionSnapshot, keyof Offer>,
): boolean =>
  row.plan === plan &&
  row.billing_cycle === billingCycle &&
  row.currency === currency &&
  row.amount_minor === amountMinor

/** Of what the person is shown: at this price it may be bought. */
export const insertAgreement = (
  { db, billing, language }: Pick<BillingRequest, 'db' | 'billing' | 'language'>,
  userId: UserId,
  { plan, billingCycle, currency, amountMinor }: Offer,
  own: { kind: 'checkout' | 'change'; created_at: Date; expires_at: Date },
) =>
  db
    .insertInto('billing_agreements')
    .values({
      id: randomUUID(),
      user_id: userId,
      provider: billing.name,
      plan,
      billing_cycle: billingCycle,
      currency,
      amount_minor: amountMinor,
      language,
      status: 'open',
      ...own,
    })
    .returningAll()
    .executeTakeFirstOrThrow()

/**
 * Today's list price, the subscription's earlier price, or a price that this person was shown in a
 * checkout or a change.
 */
export async function isAcceptedPrice(
  { db, config }: Pick<AppContext, 'db' | 'config'>,
  userId: UserId,
  { subscriptionId, plan, billingCycle, currency, amountMinor }: SubscriptionSnapshot,
  before: readonly SubscriptionRow[],
): Promise<boolean> {
  const lists = Object.entries(pricesOf(config))
  if (lists.some(([name, list]) => name === currency && list[plan][billingCycle] === amountMinor))
    return true
  const isSame = before.some(
    (row) =>
      row.subscription_id === subscriptionId &&
      !row.is_refused &&
      isOfOffer(row, { plan, billingCycle, currency, amountMinor }),
  )
  if (isSame) return true
  const accepted = await db
    .selectFrom('billing_agreements')
    .select('id')
    .where('user_id', '=', userId)
    .where('plan', '=', plan)
    .where('billing_cycle', '=', billingCycle)
    .where('currency', '=', currency)
    .where('amount_minor', '=', amountMinor)
    // An unconfirmed quote does not count.
    .where((on) => on.or([on('kind', '=', 'checkout'), on('status', '=', 'done')]))
    .executeTakeFirst()
  return accepted !== undefined
}

const THREEFOLD = 3

/**
 * Whether one figure is charged in currencies of which one is worth three times another: 39 lira
 * are not 39 dollars.
 */
export function areUneven(prices: PriceList): boolean {
  const offers = PaidPlan.options.flatMap((plan) =>
    BillingCycle.options.map((cycle) =>
      PlanCurrency.options.map((currency) => ({
        figure: prices[currency][plan][cycle],
        dollars: usDollars(prices[currency][plan][cycle], currency) ?? 0,
      })),
    ),
  )
  return offers.some((amounts) =>
    amounts.some((one) =>
      amounts.some(
        (other) => one.figure === other.figure && one.dollars > THREEFOLD * other.dollars,
      ),
    ),
  )
}
