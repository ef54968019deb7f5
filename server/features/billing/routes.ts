import * as api from '#contracts/plans.ts'
import { type App, requestContext, route } from '#server/route.ts'
import { type BillingLimits, createBillingLimits } from './billing-limits.ts'
import { auditRefusals } from './audit-refusals.ts'
import { cancelPlan } from './cancel-plan.ts'
import { changePlan } from './change-plan.ts'
import { createCheckout } from './create-checkout.ts'
import { getPaymentStatus } from './get-payment-status.ts'
import { listInvoices } from './list-invoices.ts'
import { openPortal } from './open-portal.ts'
import { pricesOf } from './prices.ts'
import { quoteChange } from './quote-change.ts'
import { receiveWebhook } from './receive-webhook.ts'
import { resumePlan } from './resume-plan.ts'
import { WEBHOOK_PATH } from './webhook-operation.ts'

/** Prices change only with a restart. */
const PRICES_CACHING = 'public, max-age=60'
const MAX_EVENT_BYTES = 256 * 1024

export function billingRoutes(app: App): void {
  const billingLimits = createBillingLimits(app.ctx.db)
  route(app, api.getPrices, async ({ ctx }) => ({ prices: pricesOf(ctx.config) }), {
    caching: PRICES_CACHING,
  })
  route(app, api.createCheckout, ({ ctx, body }) => createCheckout({ ...ctx, billingLimits }, body))
  route(app, api.getPaymentStatus, ({ ctx, query }) => getPaymentStatus({ ...ctx, billingLimits }, query))
  route(app, api.quotePlanChange, ({ ctx, query }) => quoteChange({ ...ctx, billingLimits }, query))
  route(app, api.changePlan, ({ ctx, body }) => changePlan({ ...ctx, billingLimits }, body))
  route(app, api.cancelPlan, ({ ctx }) => cancelPlan({ ...ctx, billingLimits }))
  route(app, api.resumePlan, ({ ctx }) => resumePlan({ ...ctx, billingLimits }))
  route(app, api.openPortal, ({ ctx }) => openPortal({ ...ctx, billingLimits }))
  route(app, api.listInvoices, ({ ctx }) => listInvoices({ ...ctx, billingLimits }))
  webhookRoute(app, billingLimits)
}

/** Not an endpoint value: the signature covers the raw bytes, so the body must stay unparsed. */
function webhookRoute(app: App, billingLimits: BillingLimits): void {
  app.server.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    )
    scope.post(WEBHOOK_PATH, { bodyLimit: MAX_EVENT_BYTES }, async (request) => {
      const rawBody = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      const signature = request.headers[SIGNATURE_HEADER]
      const ctx = { ...requestContext(app, request), billingLimits }
      return auditRefusals(
        ctx,
        receiveWebhook(ctx, { rawBody, signature: typeof signature === 'string' ? signature : undefined }),
      )
    })
  })
}

/** Both providers sign the same way. */
const SIGNATURE_HEADER = 'stripe-signature'
