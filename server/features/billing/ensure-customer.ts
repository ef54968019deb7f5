import type { RequestContext } from '#server/route.ts'
import type { Viewer } from '#server/session/viewer.ts'

/** The account's customer at the provider, created on first use. A repeated call finds the same customer, here or there. */
export async function ensureCustomer(
  { db, billing, now }: Pick<RequestContext, 'db' | 'billing' | 'now'>,
  viewer: Viewer,
): Promise<string> {
  const { userId } = viewer
  const known = await findCustomer({ db, billing }, userId)
  if (known !== null) return known
  const customerId = await billing.ensureCustomer({ ...personOf(viewer), replaces: null })
  await db
    .insertInto('billing_customers')
    .values({ user_id: userId, provider: billing.name, customer_id: customerId, created_at: now() })
    .onConflict((conflict) => conflict.columns(['user_id', 'provider']).doNothing())
    .execute()
  return (await findCustomer({ db, billing }, userId)) ?? customerId
}

/**
 * For a customer that was deleted at the provider. Read numbers continue, so a read of the old customer that is still in progress is
 * dropped.
 */
export async function replaceCustomer(
  { db, billing, log }: Pick<RequestContext, 'db' | 'billing' | 'log'>,
  viewer: Viewer,
  gone: string,
): Promise<void> {
  const customerId = await billing.ensureCustomer({ ...personOf(viewer), replaces: gone })
  await db
    .updateTable('billing_customers')
    .set({ customer_id: customerId })
    .where('user_id', '=', viewer.userId)
    .where('provider', '=', billing.name)
    // When two calls run at once, the second finds the work done.
    .where('customer_id', '=', gone)
    .execute()
  log.warn(
    { event: 'billing.customer_replaced', userId: viewer.userId },
    'the provider did not know a customer any more',
  )
}

const personOf = ({ userId, email, firstName, lastName }: Viewer) => ({
  userId,
  email,
  name: `${firstName} ${lastName}`.trim(),
})

export async function findCustomer(
  { db, billing }: Pick<RequestContext, 'db' | 'billing'>,
  userId: string,
): Promise<string | null> {
  const row = await db
    .selectFrom('billing_customers')
    .select('customer_id')
    .where('user_id', '=', userId)
    .where('provider', '=', billing.name)
    .executeTakeFirst()
  return row?.customer_id ?? null
}
