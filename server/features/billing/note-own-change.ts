import type { Updateable } from 'kysely'
import type { AppContext } from '#server/context.ts'
import type { BillingSubscriptions } from '#server/db/billing-schema.ts'
import { isLiving, type SubscriptionRow } from './living-subscription.ts'

type Noted = Pick<
  Updateable<BillingSubscriptions>,
  'cancel_at_period_end' | 'next_plan' | 'next_billing_cycle' | 'next_starts_at'
>

/**
 * Records an action that the provider just carried out for us, so that the next answer shows it. It never changes the plan. Call it inside
 * a transaction. A read from the provider that started before must not undo it.
 * @returns whether a cancellation is new: false for a second click, and when the provider has already reported it
 */
export async function noteOwnChange(
  { db, billing, now }: Pick<AppContext, 'db' | 'billing' | 'now'>,
  subscription: SubscriptionRow,
  noted: Noted,
): Promise<boolean> {
  const { user_id: userId, subscription_id: subscriptionId, period_ends_at: periodEndsAt } = subscription
  // Locks the account first, as all code that writes billing data does.
  await db.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute()
  const before = await db
    .selectFrom('billing_subscriptions')
    .select('cancel_at_period_end')
    .where('provider', '=', billing.name)
    .where('subscription_id', '=', subscriptionId)
    .executeTakeFirst()
  await db
    .updateTable('billing_customers')
    .set((set) => ({ reads: set('reads', '+', 1), applied_read: set('reads', '+', 1) }))
    .where('user_id', '=', userId)
    .where('provider', '=', billing.name)
    .execute()
  await db
    .updateTable('billing_subscriptions')
    .set({ ...noted, updated_at: now() })
    .where('provider', '=', billing.name)
    .where('subscription_id', '=', subscriptionId)
    .execute()
  if (noted.cancel_at_period_end !== undefined && isLiving(subscription)) {
    const planUntil = noted.cancel_at_period_end ? periodEndsAt : null
    await db.updateTable('users').set({ plan_until: planUntil }).where('id', '=', userId).execute()
  }
  return before?.cancel_at_period_end !== noted.cancel_at_period_end
}
