import type { RequestContext } from '#server/route.ts'
import type { Viewer } from '#server/session/viewer.ts'

/** The account's customer at the provider, made when it is first needed. A repetition finds the same one, here or there. */
export async function ensureCustomer(
  { db, billing, now }: Pick<RequestContext, 'db' | 'billing' | 'now'>,
  { userId, email, firstName, lastName }: Viewer,
): Promise<string> {
  const known = await findCustomer({ db, billing }, userId)
  if (known !== null) return known
  const name = `${firstName} ${lastName}`.trim()
  const customerId = await billing.ensureCustomer({ userId, email, name })
  await db
    .insertInto('billing_customers')
    .values({ user_id: userId, provider: billing.name, customer_id: customerId, created_at: now() })
    .onConflict((conflict) => conflict.columns(['user_id', 'provider']).doNothing())
    .execute()
  return (await findCustomer({ db, billing }, userId)) ?? customerId
}

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
