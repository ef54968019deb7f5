import type { Role } from '#contracts/auth.ts'
import type { PaidPlan } from '#contracts/price-list.ts'
import type { AppContext } from '#server/context.ts'
import { recordAuditEvent } from '#server/features/audit/record-audit-event.ts'
import type { CustomerTruth, SubscriptionTruth } from './billing-provider.ts'
import { cancelExtraJob } from './cancel-extra-job.ts'
import { isAgreedPrice } from './is-agreed-price.ts'
import { livingOf, type SubscriptionRow } from './living-subscription.ts'
import { stopRenewalsJob } from './stop-renewal-job.ts'
import { tellEnding } from './tell-ending.ts'
import { tellPayments } from './tell-payments.ts'

type Deps = Pick<AppContext, 'db' | 'now' | 'log' | 'jobs' | 'billing' | 'config'>

const roleOf = { pro: 'PRO_USER', plus: 'PLUS_USER' } as const satisfies Record<PaidPlan, Role>

/**
 * Applies the provider's state inside a transaction: subscriptions, the role that follows from them, and the mails that report the change.
 * @returns whether the role changed
 */
export async function applyTruth(ctx: Deps, userId: string, truth: CustomerTruth): Promise<boolean> {
  const user = await ctx.db
    .selectFrom('users')
    .select(['id', 'role', 'email', 'first_name', 'language', 'plan_until', 'deletion_requested_at'])
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirst()
  if (!user) return false
  const before = await readSubscriptions(ctx, userId)
  for (const subscription of truth.subscriptions)
    await writeSubscription(ctx, userId, subscription, await isRefused(ctx, userId, subscription, before))
  await endVanished(ctx, before, truth)
  const after = await readSubscriptions(ctx, userId)
  const [current, ...extra] = livingOf(after, ctx.now())
  for (const { subscription_id: subscriptionId } of extra)
    await ctx.jobs.enqueue(ctx.db, cancelExtraJob, { subscriptionId })
  // The payment arrived while the account was being deleted.
  if (user.deletion_requested_at && after.some(isRenewing))
    await ctx.jobs.enqueue(ctx.db, stopRenewalsJob, {})
  await finishCheckouts(ctx, after)
  await tellPayments(ctx, user, truth.invoices)
  await tellEnding(ctx, user, { before, after, current })
  return setRole(ctx, user, { current, isGoverned: [...before, ...after].some(hasOpened) })
}

const isRenewing = ({ status, cancel_at_period_end: isCancelled }: SubscriptionRow) =>
  (status === 'active' || status === 'past_due') && !isCancelled

/** Accounts that never paid keep their assigned role. */
const hasOpened = ({ status, is_refused: isRefused }: SubscriptionRow) =>
  status !== 'incomplete' && !isRefused

const readSubscriptions = ({ db, billing }: Deps, userId: string): Promise<SubscriptionRow[]> =>
  db
    .selectFrom('billing_subscriptions')
    .selectAll()
    .where('user_id', '=', userId)
    .where('provider', '=', billing.name)
    .execute()

/** A price that the customer was never shown opens nothing, regardless of who created it; an operator has to check it. */
async function isRefused(
  ctx: Deps,
  userId: string,
  subscription: SubscriptionTruth,
  before: readonly SubscriptionRow[],
): Promise<boolean> {
  if (await isAgreedPrice(ctx, userId, subscription, before)) return false
  const { subscriptionId, plan, currency, amountMinor } = subscription
  const known = before.find((row) => row.subscription_id === subscriptionId)
  if (known?.is_refused) return true
  await recordAuditEvent(ctx, {
    kind: 'billing.price_refused',
    userId,
    network: null,
    detail: { subscriptionId, plan, currency, amountMinor },
  })
  ctx.log.warn(
    { event: 'billing.price_refused', userId, subscriptionId, plan, currency, amountMinor },
    'a subscription has a price that nobody agreed to',
  )
  return true
}

async function writeSubscription(
  { db, billing, now }: Deps,
  userId: string,
  truth: SubscriptionTruth,
  isRefusedNow: boolean,
): Promise<void> {
  const values = {
    checkout_id: truth.checkoutId,
    plan: truth.plan,
    billing_cycle: truth.billingCycle,
    status: truth.status,
    currency: truth.currency,
    amount_minor: truth.amountMinor,
    period_ends_at: truth.periodEndsAt,
    cancel_at_period_end: truth.cancelAtPeriodEnd,
    next_plan: truth.next?.plan ?? null,
    next_billing_cycle: truth.next?.billingCycle ?? null,
    next_starts_at: truth.next?.startsAt ?? null,
    is_refused: isRefusedNow,
    started_at: truth.startedAt,
    updated_at: now(),
  }
  await db
    .insertInto('billing_subscriptions')
    .values({ provider: billing.name, subscription_id: truth.subscriptionId, user_id: userId, ...values })
    .onConflict((conflict) => conflict.columns(['provider', 'subscription_id']).doUpdateSet(values))
    .execute()
}

/** The provider never forgets a subscription; one that it no longer returns has ended. */
async function endVanished(
  { db, billing, now }: Deps,
  before: readonly SubscriptionRow[],
  { subscriptions }: CustomerTruth,
): Promise<void> {
  const known = new Set(subscriptions.map(({ subscriptionId }) => subscriptionId))
  for (const { subscription_id: id, status } of before)
    if (!known.has(id) && status !== 'ended')
      await db
        .updateTable('billing_subscriptions')
        .set({ status: 'ended', updated_at: now() })
        .where('provider', '=', billing.name)
        .where('subscription_id', '=', id)
        .execute()
}

async function finishCheckouts({ db }: Deps, after: readonly SubscriptionRow[]): Promise<void> {
  const ids = after.flatMap((row) =>
    row.status !== 'incomplete' && row.checkout_id ? [row.checkout_id] : [],
  )
  if (ids.length === 0) return
  await db
    .updateTable('billing_agreements')
    .set({ status: 'done' })
    .where('id', 'in', ids)
    .where('status', '<>', 'done')
    .execute()
}

async function setRole(
  ctx: Deps,
  user: { id: string; role: Role; plan_until: Date | null },
  { current, isGoverned }: { current: SubscriptionRow | undefined; isGoverned: boolean },
): Promise<boolean> {
  if (!isGoverned) return false
  const role = current ? roleOf[current.plan] : 'GUEST'
  const planUntil = current?.cancel_at_period_end ? current.period_ends_at : null
  if (role === user.role && planUntil?.getTime() === user.plan_until?.getTime()) return false
  await ctx.db.updateTable('users').set({ role, plan_until: planUntil }).where('id', '=', user.id).execute()
  if (role === user.role) return false
  await recordAuditEvent(ctx, {
    kind: 'role.changed',
    userId: user.id,
    network: null,
    detail: { from: user.role, to: role, by: ctx.billing.name },
  })
  return true
}
