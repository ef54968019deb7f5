import type { Selectable } from 'kysely'
import type { AppContext } from '#server/context.ts'
import type { BillingSubscriptions } from '#server/db/billing-schema.ts'

export type SubscriptionRow = Selectable<BillingSubscriptions>

/** The order of the plans; what stands later is an upgrade. */
export const planRank = { guest: 1, pro: 2, plus: 3 } as const

/** It opens something: paid for, or paid until now and tried again. */
export const isLiving = ({ status, is_refused }: Pick<SubscriptionRow, 'status' | 'is_refused'>): boolean =>
  (status === 'active' || status === 'past_due') && !is_refused

/** Of several the one that counts: the highest plan, then the youngest. */
const byWeight = (
  left: Pick<SubscriptionRow, 'plan' | 'started_at'>,
  right: Pick<SubscriptionRow, 'plan' | 'started_at'>,
): number =>
  planRank[right.plan] - planRank[left.plan] || right.started_at.getTime() - left.started_at.getTime()

/** Cancelled, and its time is over, though the provider has not told yet. */
const hasEnded = (row: SubscriptionRow, now: Date) => row.cancel_at_period_end && row.period_ends_at <= now

/** Those that open something at this moment: the first one counts, and the others should not be. */
export const livingOf = (rows: readonly SubscriptionRow[], now: Date): SubscriptionRow[] =>
  rows.filter((row) => isLiving(row) && !hasEnded(row, now)).toSorted(byWeight)

/** As the provider told of it last. */
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
