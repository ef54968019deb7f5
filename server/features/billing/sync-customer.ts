import type { AppContext } from '#server/context.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { defineJob } from '#server/jobs/jobs.ts'
import { applyTruth } from './apply-truth.ts'
import { syncCustomerJob, SYNC_ATTEMPTS } from './sync-job.ts'

type Deps = Pick<AppContext, 'db' | 'now' | 'log' | 'jobs' | 'billing' | 'config'>

export const syncBillingCustomer = defineJob({
  ...syncCustomerJob,
  maxAttempts: SYNC_ATTEMPTS,
  run: async (ctx, { customerId }) => void (await syncCustomer(ctx, customerId)),
})

/**
 * Reads everything the provider knows of a customer and applies it. Reads take a number before they start, so that an outdated answer is
 * dropped. The events received by then are done with it, or wait for the next read.
 * @returns whether the plan changed
 */
export async function syncCustomer(ctx: Deps, customerId: string): Promise<boolean> {
  const waiting = await waitingEvents(ctx, customerId)
  const customer = await beginLook(ctx, customerId)
  if (!customer) {
    // The customer was erased meanwhile, or was never ours: another system may share the provider's account.
    await finishEvents(ctx, waiting)
    return false
  }
  const truth = (await ctx.billing.readCustomer(customerId)) ?? { subscriptions: [], invoices: [] }
  return inTransaction(ctx, async (ctx) => {
    // Locks the account first, as all code that writes billing data does.
    await ctx.db.selectFrom('users').select('id').where('id', '=', customer.userId).forUpdate().execute()
    const { numUpdatedRows } = await ctx.db
      .updateTable('billing_customers')
      .set({ applied_read: customer.look, synced_at: ctx.now() })
      .where('provider', '=', ctx.billing.name)
      .where('customer_id', '=', customerId)
      .where('applied_read', '<', customer.look)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) {
      // Our own change may have overtaken this read, and does not include the rest of its result.
      if (waiting.length > 0) await ctx.jobs.enqueue(ctx.db, syncCustomerJob, { customerId })
      return false
    }
    const isNews = await applyTruth(ctx, customer.userId, truth)
    await finishEvents(ctx, waiting)
    return isNews
  })
}

const waitingEvents = ({ db, billing }: Deps, customerId: string) =>
  db
    .selectFrom('billing_events')
    .select('event_id')
    .where('provider', '=', billing.name)
    .where('customer_id', '=', customerId)
    .where('processed_at', 'is', null)
    .execute()

async function beginLook({ db, billing }: Deps, customerId: string) {
  const row = await db
    .updateTable('billing_customers')
    .set((set) => ({ reads: set('reads', '+', 1) }))
    .where('provider', '=', billing.name)
    .where('customer_id', '=', customerId)
    .returning(['user_id', 'reads'])
    .executeTakeFirst()
  return row && { userId: row.user_id, look: row.reads }
}

async function finishEvents(
  { db, billing, now }: Pick<Deps, 'db' | 'billing' | 'now'>,
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
