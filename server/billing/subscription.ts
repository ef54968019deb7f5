import type { Selectable, Updateable } from 'kysely'
import type { Role } from '#contracts/accounts/auth.ts'
import { roleOfPlan } from '#contracts/billing/plans.ts'
import type { PaidPlan } from '#contracts/billing/price-list.ts'
import type { UserId } from '#contracts/ids.ts'
import { writePlan } from '#server/accounts/api.ts'
import type { AppContext } from '#server/platform/context.ts'
import type { BillingAgreements, BillingSubscriptions } from '#server/platform/db/billing-schema.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import type { BillingContext } from './context.ts'

export type SubscriptionRow = Selectable<BillingSubscriptions>

/** The order of the plans; a change to a higher number is an upgrade. */
export const planRank = { guest: 1, pro: 2, plus: 3 } as const

/** Paid, or the payment failed and is being retried. */
export const isActive = ({
  status,
  is_refused,
}: Pick<SubscriptionRow, 'status' | 'is_refused'>): boolean =>
  (status === 'active' || status === 'past_due') && !is_refused

/** The one that counts first: the highest plan, then the most recent. */
const byWeight = (left: SubscriptionRow, right: SubscriptionRow): number =>
  planRank[right.plan] - planRank[left.plan] ||
  right.started_at.getTime() - left.started_at.getTime()

/** Cancelled and expired, though the provider has not reported it yet. */
const hasEnded = (row: SubscriptionRow, now: Date) =>
  row.cancel_at_period_end && row.period_ends_at <= now

/** The first one counts; the others should not exist. */
export const activeSubscriptionsOf = (
  rows: readonly SubscriptionRow[],
  now: Date,
): SubscriptionRow[] =>
  rows.filter((row) => isActive(row) && !hasEnded(row, now)).toSorted(byWeight)

export const readSubscriptions = (
  { db, billing }: Pick<BillingContext, 'db' | 'billing'>,
  userId: UserId,
): Promise<SubscriptionRow[]> =>
  db
    .selectFrom('billing_subscriptions')
    .selectAll()
    .where('user_id', '=', userId)
    .where('provider', '=', billing.name)
    .execute()

export async function findActiveSubscription(
  ctx: Pick<BillingContext, 'db' | 'billing' | 'now'>,
  userId: UserId,
): Promise<SubscriptionRow | null> {
  const rows = await readSubscriptions(ctx, userId)
  return activeSubscriptionsOf(rows, ctx.now())[0] ?? null
}

type OwnChange = Pick<
  Updateable<BillingSubscriptions>,
  'cancel_at_period_end' | 'next_plan' | 'next_billing_cycle' | 'next_starts_at'
>

/** Made or undone: both drop a change that is planned for the next period. */
export const cancellation = (isCancelled: boolean) => ({
  cancel_at_period_end: isCancelled,
  next_plan: null,
  next_billing_cycle: null,
  next_starts_at: null,
})

/**
 * Records what the provider just did for us, so that the next answer shows it; never the plan.
 * Inside a transaction. A read that started before must not undo it.
 * @returns whether a cancellation is new: false for a second click, and when it was reported
 * already
 */
export async function recordOwnChange(
  ctx: Pick<BillingContext, 'db' | 'billing' | 'now' | 'integrations'>,
  subscription: SubscriptionRow,
  change: OwnChange,
): Promise<boolean> {
  const { db, billing, now } = ctx
  const { user_id: userId, subscription_id: subscriptionId } = subscription
  const user = await lockPlan(db, userId)
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
    .set({ ...change, updated_at: now() })
    .where('provider', '=', billing.name)
    .where('subscription_id', '=', subscriptionId)
    .execute()
  if (user && change.cancel_at_period_end !== undefined && isActive(subscription)) {
    const planUntil = change.cancel_at_period_end ? subscription.period_ends_at : null
    await writePlan(ctx, user, { role: user.role, plan_until: planUntil }, billing.name)
  }
  return before?.cancel_at_period_end !== change.cancel_at_period_end
}

/** Locks the account, as `lockAccountRow` does. */
const lockPlan = (db: AppContext['db'], userId: UserId) =>
  db
    .selectFrom('users')
    .select(['id', 'role', 'plan_until'])
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst()

/**
 * Closes a page that must not be paid any more. A page that was paid meanwhile keeps the state
 * `done`.
 */
export async function recordClosedCheckout(
  { db }: Pick<BillingContext, 'db'>,
  id: string,
): Promise<void> {
  await db
    .updateTable('billing_agreements')
    .set({ status: 'closed' })
    .where('id', '=', id)
    .where('status', '=', 'open')
    .execute()
}

export const openCheckouts = (db: BillingContext['db'], userId: UserId) =>
  db
    .selectFrom('billing_agreements')
    .selectAll()
    .where('user_id', '=', userId)
    .where('kind', '=', 'checkout')
    .where('status', '=', 'open')

/** @throws AppError `already_subscribed` when one of the pages was paid a moment ago */
export async function closeCheckouts(
  ctx: Pick<BillingContext, 'db' | 'billing'>,
  pages: readonly Pick<Selectable<BillingAgreements>, 'id' | 'provider_checkout_id'>[],
): Promise<void> {
  for (const { id, provider_checkout_id: checkoutId } of pages) {
    if (checkoutId !== null && (await ctx.billing.closeCheckout(checkoutId)) === 'paid')
      throw new AppError('already_subscribed')
    await recordClosedCheckout(ctx, id)
  }
}

type PlanState = { role: Role; until: string | null }

/**
 * Gives a plan without payment, or with null takes it away, inside a transaction; a later
 * subscription governs from then on.
 * @returns the plan before
 * @throws AppError `not_found`, or `already_subscribed` while a subscription governs the plan
 */
export async function setPlanByHand(
  ctx: Pick<AppContext, 'db' | 'now' | 'integrations'>,
  userId: UserId,
  grant: { plan: PaidPlan; until: Date } | null,
): Promise<PlanState> {
  const user = await lockPlan(ctx.db, userId)
  if (!user) throw notFound()
  if (await readRunningSubscription(ctx.db, userId)) throw new AppError('already_subscribed')
  const role = grant ? roleOfPlan[grant.plan] : 'GUEST'
  await writePlan(ctx, user, { role, plan_until: grant?.until ?? null }, 'operator')
  return { role: user.role, until: user.plan_until?.toISOString() ?? null }
}

export const readRunningSubscription = (db: AppContext['db'], userId: UserId) =>
  db
    .selectFrom('billing_subscriptions')
    .select(['plan', 'status', 'period_ends_at'])
    .where('user_id', '=', userId)
    .where('status', 'in', ['active', 'past_due'])
    .where('is_refused', '=', false)
    .orderBy('started_at', 'desc')
    .executeTakeFirst()
