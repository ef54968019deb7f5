import type { Selectable } from 'kysely'
import type { AppContext } from '#server/context.ts'
import type { BillingSubscriptions } from '#server/db/billing-schema.ts'

export type SubscriptionRow = Selectable<BillingSubscriptions>

/** The order of the plans; a change to a higher number is an upgrade. */
export const planRank = { guest: 1, pro: 2, plus: 3 } as const

/** It grants access: it is paid, or its payment failed and is being retried. */
export const isLiving = ({ status, is_refused }: Pick<SubscriptionRow, 'status' | 'is_refused'>): boolean =>
  (status === 'active' || status === 'past_due') && !is_refused

/** Sorts the subscription that counts first: the highest plan, then the most recent. */
const byWeight = (
  left: Pick<SubscriptionRow, 'plan' | 'started_at'>,
  right: Pick<SubscriptionRow, 'plan' | 'started_at'>,
): number =>
  planRank[right.plan] - planRank[left.plan] || right.started_at.getTime() - left.started_at.getTime()

/** Cancelled and expired, though the provider has not reported it yet. */
const hasEnded = (row: SubscriptionRow, now: Date) => row.cancel_at_period_end && row.period_ends_at <= now

/** The subscriptions that grant access now. The first one counts; the others should not exist. */
export const livingOf = (rows: readonly SubscriptionRow[], now: Date): SubscriptionRow[] =>
  rows.filter((row) => isLiving(row) && !hasEnded(row, now)).toSorted(byWeight)

/** The subscription that counts, as the provider last reported it. */
export async function findLiving(
  { db, billing, now }: Pick<AppContext, 'db' | 'billing' | 'now'>,
  userId: string,
): Promise<SubscriptionRow | null> {
  const rows = await db
    .selectFrom('billing_subscriptions')
    .selectAll()
    .where('user_id', '=', userId)
    .where('provider', '=', billing.name)
    .execute()
  return livingOf(rows, now())[0] ?? null
}
