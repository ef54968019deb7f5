import type { Role } from '#contracts/accounts/auth.ts'
import type { UserId } from '#contracts/ids.ts'
import { writePlan } from '#server/accounts/api.ts'
import { recordAuditEvent } from '#server/platform/audit-trail.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { defineJob } from '#server/platform/jobs/job-definition.ts'
import { lockAccountRow } from '#server/platform/locks.ts'
import type { BillingContext } from './context.ts'
import { cancelExtraJob, stopRenewalsJob, SYNC_ATTEMPTS, syncCustomerJob } from './job-queues.ts'
import { writeInvoices } from './invoices.ts'
import { notifyOfEnding, notifyOfPayments } from './notifications.ts'
import { roleOfPlan } from '#contracts/billing/plans.ts'
import { isAcceptedPrice } from './prices.ts'
import type { CustomerSnapshot, SubscriptionSnapshot } from './provider/billing-provider.ts'
import {
  activeSubscriptionsOf,
  isActive,
  readSubscriptions,
  type SubscriptionRow,
} from './subscription.ts'

export type SyncContext = Pick<
  BillingContext,
  'db' | 'now' | 'log' | 'jobs' | 'billing' | 'config' | 'integrations'
>

export const syncBillingCustomer = defineJob({
  ...syncCustomerJob,
  maxAttempts: SYNC_ATTEMPTS,
  run: async (ctx: BillingContext, { customerId }) => void (await syncCustomer(ctx, customerId)),
})

/**
 * Applies everything the provider knows about a customer. Reads take a number before they start, so
 * that an outdated answer is dropped; the one applied completes the events received before it.
 * @returns whether the plan changed
 */
export async function syncCustomer(ctx: SyncContext, customerId: string): Promise<boolean> {
  const pendingEvents = await findPendingEvents(ctx, customerId)
  const customer = await startRead(ctx, customerId)
  if (!customer) {
    // The customer was erased meanwhile, or was never ours: another system may share the provider's
    // account.
    await finishEvents(ctx, pendingEvents)
    await syncAgainIfPending(ctx, customerId)
    return false
  }
  const snapshot = (await ctx.billing.readCustomer(customerId)) ?? {
    subscriptions: [],
    invoices: [],
  }
  return inTransaction(ctx, async (ctx) => {
    await lockAccountRow(ctx.db, customer.userId)
    const { numUpdatedRows } = await ctx.db
      .updateTable('billing_customers')
      .set({ applied_read: customer.readNumber, synced_at: ctx.now() })
      .where('provider', '=', ctx.billing.name)
      .where('customer_id', '=', customerId)
      .where('applied_read', '<', customer.readNumber)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) {
      // Our own change may have overtaken this read, and does not include the rest of its result.
      await syncAgainIfPending(ctx, customerId)
      return false
    }
    const hasPlanChanged = await applySnapshot(ctx, customer.userId, snapshot)
    await finishEvents(ctx, pendingEvents)
    await syncAgainIfPending(ctx, customerId)
    return hasPlanChanged
  })
}

const findPendingEvents = ({ db, billing }: SyncContext, customerId: string) =>
  db
    .selectFrom('billing_events')
    .select('event_id')
    .where('provider', '=', billing.name)
    .where('customer_id', '=', customerId)
    .where('processed_at', 'is', null)
    .execute()

/**
 * An event that was committed after this run had read the pending ones queued no job of its own if
 * this one was still waiting then. An applied run completes all that it found, so only further
 * events cause further runs.
 */
async function syncAgainIfPending(ctx: SyncContext, customerId: string): Promise<void> {
  const pending = await findPendingEvents(ctx, customerId)
  if (pending.length > 0) await ctx.jobs.enqueue(ctx.db, syncCustomerJob, { customerId })
}

async function startRead({ db, billing }: SyncContext, customerId: string) {
  const row = await db
    .updateTable('billing_customers')
    .set((set) => ({ reads: set('reads', '+', 1) }))
    .where('provider', '=', billing.name)
    .where('customer_id', '=', customerId)
    .returning(['user_id', 'reads'])
    .executeTakeFirst()
  return row && { userId: row.user_id, readNumber: row.reads }
}

async function finishEvents(
  { db, billing, now }: Pick<SyncContext, 'db' | 'billing' | 'now'>,
  events: readonly { event_id: string }[],
): Promise<void> {
  if (events.length === 0) return
  await db
    .updateTable('billing_events')
    .set({ processed_at: now() })
    .where('provider', '=', billing.name)
    .where(
      'event_id',
      'in',
      events.map((event) => event.event_id),
    )
    .where('processed_at', 'is', null)
    .execute()
}

/**
 * Applies the provider's state inside a transaction: subscriptions, the role that follows from
 * them, and the mails that report the change.
 * @returns whether the role changed
 */
async function applySnapshot(
  ctx: SyncContext,
  userId: UserId,
  snapshot: CustomerSnapshot,
): Promise<boolean> {
  const user = await ctx.db
    .selectFrom('users')
    .select([
      'id',
      'role',
      'email',
      'first_name',
      'language',
      'plan_until',
      'deletion_requested_at',
    ])
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!user) return false
  const before = await readSubscriptions(ctx, userId)
  for (const subscription of snapshot.subscriptions)
    await writeSubscription(
      ctx,
      userId,
      subscription,
      await isRefused(ctx, userId, subscription, before),
    )
  await endVanished(ctx, before, snapshot)
  const after = await readSubscriptions(ctx, userId)
  const [current, ...extra] = activeSubscriptionsOf(after, ctx.now())
  for (const { subscription_id: subscriptionId } of extra)
    await ctx.jobs.enqueue(ctx.db, cancelExtraJob, { subscriptionId })
  // The payment arrived while the account was being deleted.
  if (user.deletion_requested_at && after.some(isRenewing))
    await ctx.jobs.enqueue(ctx.db, stopRenewalsJob, {})
  await finishCheckouts(ctx, after)
  await notifyOfPayments(ctx, user, await writeInvoices(ctx, userId, snapshot.invoices))
  await notifyOfEnding(ctx, user, { before, after, current })
  return setRole(ctx, user, { current, isGoverned: [...before, ...after].some(isActive) })
}

const isRenewing = ({ status, cancel_at_period_end: isCancelled }: SubscriptionRow) =>
  (status === 'active' || status === 'past_due') && !isCancelled

/**
 * A price that the customer was never shown opens nothing, regardless of who created it; an
 * operator has to check it.
 */
async function isRefused(
  ctx: SyncContext,
  userId: UserId,
  subscription: SubscriptionSnapshot,
  before: readonly SubscriptionRow[],
): Promise<boolean> {
  if (await isAcceptedPrice(ctx, userId, subscription, before)) return false
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
    'a subscription has a price that the customer was never shown',
  )
  return true
}

async function writeSubscription(
  { db, billing, now }: SyncContext,
  userId: UserId,
  snapshot: SubscriptionSnapshot,
  isRefusedNow: boolean,
): Promise<void> {
  const values = {
    checkout_id: snapshot.checkoutId,
    plan: snapshot.plan,
    billing_cycle: snapshot.billingCycle,
    status: snapshot.status,
    currency: snapshot.currency,
    amount_minor: snapshot.amountMinor,
    period_ends_at: snapshot.periodEndsAt,
    cancel_at_period_end: snapshot.cancelAtPeriodEnd,
    next_plan: snapshot.next?.plan ?? null,
    next_billing_cycle: snapshot.next?.billingCycle ?? null,
    next_starts_at: snapshot.next?.startsAt ?? null,
    is_refused: isRefusedNow,
    started_at: snapshot.startedAt,
    updated_at: now(),
  }
  await db
    .insertInto('billing_subscriptions')
    .values({
      provider: billing.name,
      subscription_id: snapshot.subscriptionId,
      user_id: userId,
      ...values,
    })
    .onConflict((conflict) => conflict.columns(['provider', 'subscription_id']).doUpdateSet(values))
    .execute()
}

/** The provider never forgets a subscription; one that it no longer returns has ended. */
async function endVanished(
  { db, billing, now }: SyncContext,
  before: readonly SubscriptionRow[],
  { subscriptions }: CustomerSnapshot,
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

async function finishCheckouts(
  { db }: SyncContext,
  after: readonly SubscriptionRow[],
): Promise<void> {
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

/**
 * A subscription that runs or has ended with this read governs the role; else the account keeps
 * what an operator assigned. By the rows' states, not the clock, as a grant is: refused until the
 * end of a subscription has been read.
 */
async function setRole(
  ctx: SyncContext,
  user: { id: UserId; role: Role; plan_until: Date | null },
  { current, isGoverned }: { current: SubscriptionRow | undefined; isGoverned: boolean },
): Promise<boolean> {
  if (!isGoverned) return false
  const role = current ? roleOfPlan[current.plan] : 'GUEST'
  const planUntil = current?.cancel_at_period_end ? current.period_ends_at : null
  if (role === user.role && planUntil?.getTime() === user.plan_until?.getTime()) return false
  return writePlan(ctx, user, { role, plan_until: planUntil }, ctx.billing.name)
}
