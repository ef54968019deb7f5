import { DAY_MS } from '#contracts/dates.ts'
import type { QueryOf, ResponseOf } from '#contracts/endpoint.ts'
import type { getPaymentStatus as endpoint, PaymentState } from '#contracts/plans.ts'
import { planOfRole } from '#server/features/plans/plan-of-role.ts'
import { requireViewer } from '#server/route.ts'
import type { BillingContext } from './billing-context.ts'
import { isLiving } from './living-subscription.ts'

/** A visitor who returns later than this does not come from a payment. */
const RECENT_MS = DAY_MS
const UUID = /^[\da-f]{8}-([\da-f]{4}-){3}[\da-f]{12}$/

/** The state of a checkout. Only the provider's signed events change the plan, so this call changes nothing. */
export async function getPaymentStatus(
  ctx: BillingContext,
  { checkoutId }: QueryOf<typeof endpoint>,
): Promise<ResponseOf<typeof endpoint>> {
  const { role } = requireViewer(ctx)
  return { state: await stateOf(ctx, checkoutId), planName: planOfRole[role] }
}

async function stateOf(ctx: BillingContext, checkoutId: string | undefined): Promise<PaymentState> {
  const checkout = await findCheckout(ctx, checkoutId)
  if (!checkout) return 'unknown'
  const subscription = await ctx.db
    .selectFrom('billing_subscriptions')
    .select(['status', 'is_refused'])
    .where('checkout_id', '=', checkout.id)
    .where('user_id', '=', checkout.user_id)
    .where('status', '<>', 'incomplete')
    .executeTakeFirst()
  if (subscription) return isLiving(subscription) ? 'active' : 'closed'
  if (checkout.status === 'closed') return 'closed'
  if (checkout.provider_checkout_id === null) return 'open'
  await ctx.billingLimits.countLook(checkout.user_id)
  const seen = await ctx.billing.readCheckout(checkout.provider_checkout_id)
  return seen === 'paid' ? 'received' : seen
}

/** Only checkouts of this account count. Any other id, such as an invented one, gives the same answer as no id. */
async function findCheckout(ctx: BillingContext, checkoutId: string | undefined) {
  if (checkoutId !== undefined && !UUID.test(checkoutId)) return undefined
  const query = ctx.db
    .selectFrom('billing_agreements')
    .select(['id', 'user_id', 'status', 'provider_checkout_id'])
    .where('user_id', '=', requireViewer(ctx).userId)
    .where('provider', '=', ctx.billing.name)
    .where('kind', '=', 'checkout')
    .orderBy('created_at', 'desc')
  if (checkoutId !== undefined) return query.where('id', '=', checkoutId).executeTakeFirst()
  return query.where('created_at', '>', new Date(ctx.now().getTime() - RECENT_MS)).executeTakeFirst()
}
