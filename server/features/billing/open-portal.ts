import { AppError } from '#server/errors.ts'
import { recordAuditEvent } from '#server/features/audit/record-audit-event.ts'
import { requireViewer } from '#server/route.ts'
import type { BillingContext } from './billing-context.ts'
import { findCustomer } from './ensure-customer.ts'
import { pageAddress } from './page-address.ts'

/** @throws AppError `no_subscription` for an account that never reached the provider, or that the provider no longer knows */
export async function openPortal(ctx: BillingContext): Promise<{ portalUrl: string }> {
  const { userId } = requireViewer(ctx)
  const customerId = await findCustomer(ctx, userId)
  if (customerId === null) throw new AppError('no_subscription')
  await ctx.billingLimits.countCall(userId)
  const returnUrl = pageAddress(ctx.config, '/settings/plan', ctx.language)
  const portalUrl = await ctx.billing.portalUrl({ customerId, returnUrl, language: ctx.language })
  if (portalUrl === null) throw new AppError('no_subscription')
  await recordAuditEvent(ctx, { kind: 'billing.portal_opened', userId, network: ctx.network })
  return { portalUrl }
}
