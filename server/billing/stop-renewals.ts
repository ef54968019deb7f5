import type { UserId } from '#contracts/ids.ts'
import { recordAuditEvent } from '#server/platform/audit-trail.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { AppError } from '#server/platform/errors.ts'
import { defineJob } from '#server/platform/jobs/job-definition.ts'
import type { BillingContext } from './context.ts'
import { findCustomer } from './customer.ts'
import { cancelExtraJob, stopRenewalsJob, SYNC_ATTEMPTS } from './job-queues.ts'
import {
  activeSubscriptionsOf,
  cancellation,
  closeCheckouts,
  openCheckouts,
  recordClosedCheckout,
  recordOwnChange,
  type SubscriptionRow,
} from './subscription.ts'
import { type SyncContext, syncCustomer } from './sync-customer.ts'

type Deps = Pick<BillingContext, 'db' | 'now' | 'log' | 'billing' | 'integrations'>

export const stopDeletedAccountRenewals = defineJob({
  ...stopRenewalsJob,
  maxAttempts: SYNC_ATTEMPTS,
  run: (ctx: BillingContext) => stopRenewals(ctx),
})

/**
 * After a deletion the account pays nothing more, even if the owner undoes it: open pages are
 * closed, and every subscription stops renewing, even one that grants no access.
 * @throws Error after all were tried
 */
export async function stopRenewals(ctx: Deps): Promise<void> {
  let failed = 0
  const tryEach = async <Row extends { user_id: UserId }>(
    rows: Row[],
    stop: (row: Row) => Promise<void>,
  ) => {
    for (const row of rows)
      await stop(row).catch((error: unknown) => {
        failed += 1
        const details = { event: 'billing.renewal_not_stopped', userId: row.user_id, err: error }
        ctx.log.warn(details, 'a deleted account may still be charged')
      })
  }
  await tryEach(await findOpenPages(ctx), (row) => closePage(ctx, row))
  await tryEach(await findRenewing(ctx), (row) => stopRenewal(ctx, row))
  if (failed > 0)
    throw new Error(`${failed} renewals or payment pages of deleted accounts were not stopped`)
}

const findOpenPages = ({ db, billing }: Deps) =>
  db
    .selectFrom('billing_agreements')
    .innerJoin('users', 'users.id', 'billing_agreements.user_id')
    .select(['billing_agreements.id', 'user_id', 'provider_checkout_id'])
    .where('users.deletion_requested_at', 'is not', null)
    .where('provider', '=', billing.name)
    .where('kind', '=', 'checkout')
    .where('status', '=', 'open')
    .execute()

type Page = Awaited<ReturnType<typeof findOpenPages>>[number]

async function closePage(
  { db, billing }: Deps,
  { id, provider_checkout_id: checkoutId }: Page,
): Promise<void> {
  // Paid a moment ago: reading its customer finds the subscription and leads back here.
  if (checkoutId !== null && (await billing.closeCheckout(checkoutId)) === 'paid') return
  await recordClosedCheckout({ db }, id)
}

const findRenewing = ({ db, billing }: Deps): Promise<SubscriptionRow[]> =>
  db
    .selectFrom('billing_subscriptions')
    .selectAll('billing_subscriptions')
    .innerJoin('users', 'users.id', 'billing_subscriptions.user_id')
    .where('users.deletion_requested_at', 'is not', null)
    .where('provider', '=', billing.name)
    .where('status', 'in', ['active', 'past_due'])
    .where('cancel_at_period_end', '=', false)
    .execute()

async function stopRenewal(ctx: Deps, subscription: SubscriptionRow): Promise<void> {
  await ctx.billing.cancelAtPeriodEnd(subscription.subscription_id)
  await inTransaction(ctx, async (ctx) => {
    await recordOwnChange(ctx, subscription, cancellation(true))
    const { user_id: userId } = subscription
    await recordAuditEvent(ctx, { kind: 'billing.renewal_stopped', userId, network: null })
  })
}

/**
 * Before an account is erased, after which nothing leads to its subscriptions: closes its payment
 * pages, reads what it still pays for. Outside a transaction; `requireNoPayments` inside.
 * @throws AppError `already_subscribed` when a page was paid meanwhile
 */
export async function closePayments(ctx: SyncContext, userId: UserId): Promise<void> {
  const pages = await openCheckouts(ctx.db, userId)
    .where('provider', '=', ctx.billing.name)
    .execute()
  await closeCheckouts(ctx, pages)
  const customerId = await findCustomer(ctx, userId)
  if (customerId !== null) await syncCustomer(ctx, customerId)
}

/**
 * Counts subscriptions that grant no access because of their price, too: they charge like any
 * other.
 * @throws AppError `already_subscribed` while one may charge, `conflict` when a payment page was
 * opened a moment ago
 */
export async function requireNoPayments(
  { db, now }: Pick<BillingContext, 'db' | 'now'>,
  userId: UserId,
): Promise<void> {
  if (await chargingOf(db, userId).executeTakeFirst()) throw new AppError('already_subscribed')
  const open = await openCheckouts(db, userId).where('expires_at', '>', now()).executeTakeFirst()
  if (open) throw new AppError('conflict')
}

/**
 * Whether a subscription will charge the account again, so that its rows must stay: nothing else
 * leads to it. Counts those at an earlier provider too. One that is cancelled charges no more, even
 * if its period is not over.
 */
export async function isRenewing(db: Deps['db'], userId: UserId): Promise<boolean> {
  const renewing = await chargingOf(db, userId)
    .where('cancel_at_period_end', '=', false)
    .executeTakeFirst()
  return renewing !== undefined
}

const chargingOf = (db: Deps['db'], userId: UserId) =>
  db
    .selectFrom('billing_subscriptions')
    .select('subscription_id')
    .where('user_id', '=', userId)
    .where('status', 'in', ['active', 'past_due'])

export const cancelExtraSubscription = defineJob({
  ...cancelExtraJob,
  maxAttempts: SYNC_ATTEMPTS,
  run: (ctx: BillingContext, { subscriptionId }) => cancelExtra(ctx, subscriptionId),
})

/**
 * When two checkouts were paid at the same moment, ends the lower subscription at once and credits
 * its rest.
 */
export async function cancelExtra(
  ctx: Pick<BillingContext, 'db' | 'now' | 'billing'>,
  subscriptionId: string,
): Promise<void> {
  const rows = await ctx.db
    .selectFrom('billing_subscriptions')
    .selectAll()
    .where('provider', '=', ctx.billing.name)
    .where('user_id', 'in', (query) =>
      query
        .selectFrom('billing_subscriptions as own')
        .select('own.user_id')
        .where('own.provider', '=', ctx.billing.name)
        .where('own.subscription_id', '=', subscriptionId),
    )
    .execute()
  const [, ...extra] = activeSubscriptionsOf(rows, ctx.now())
  const found = extra.find((row) => row.subscription_id === subscriptionId)
  if (!found) return
  await ctx.billing.cancelNow(subscriptionId)
  await recordAuditEvent(ctx, {
    kind: 'billing.duplicate_cancelled',
    userId: found.user_id,
    network: null,
    detail: { subscriptionId },
  })
}
