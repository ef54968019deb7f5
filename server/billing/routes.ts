import { getCurrentPlan as currentPlan } from '#contracts/billing/current-plan.ts'
import * as api from '#contracts/billing/plans.ts'
import { limits } from '#server/billing/limits.ts'
import { type App, requestContext, route } from '#server/platform/http/route.ts'
import { cancelPlan, resumePlan } from './cancel-plan.ts'
import { createCheckout } from './checkout.ts'
import type { BillingServices } from './context.ts'
import { listInvoices, openPortal } from './customer.ts'
import { changePlan, quoteChange } from './plan-change.ts'
import { getCurrentPlan, getPaymentStatus, getPlanStatus } from './plan-status.ts'
import { pricesOf } from './prices.ts'
import { WEBHOOK_PATH } from './provider/signed-webhook.ts'
import { auditForgedEvents, receiveWebhook } from './webhook.ts'

/** Prices change only with a restart. */
const PRICES_CACHING = 'public, max-age=60'
const MAX_EVENT_BYTES = 256 * 1024

export function billingRoutes(app: App<BillingServices>): void {
  route(app, api.getPrices, async ({ ctx }) => ({ prices: pricesOf(ctx.config) }), {
    caching: PRICES_CACHING,
  })
  route(app, api.createCheckout, ({ ctx, body }) => createCheckout(ctx, body), {
    limits: [limits.billing],
  })
  route(app, api.getPaymentStatus, ({ ctx, query }) => getPaymentStatus(ctx, query))
  route(app, api.quotePlanChange, ({ ctx, query }) => quoteChange(ctx, query))
  route(app, api.changePlan, ({ ctx, body }) => changePlan(ctx, body))
  route(app, api.cancelPlan, ({ ctx }) => cancelPlan(ctx))
  route(app, api.resumePlan, ({ ctx }) => resumePlan(ctx))
  route(app, api.openPortal, ({ ctx }) => openPortal(ctx))
  route(app, api.listInvoices, ({ ctx }) => listInvoices(ctx))
  webhookRoute(app)
}

/** Not an endpoint value: the signature covers the raw bytes, so the body must stay unparsed. */
function webhookRoute(app: App<BillingServices>): void {
  app.server.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    )
    scope.post(WEBHOOK_PATH, { bodyLimit: MAX_EVENT_BYTES }, async (request) => {
      const rawBody = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      const signature = request.headers[SIGNATURE_HEADER]
      const ctx = requestContext(app, request)
      return auditForgedEvents(
        ctx,
        receiveWebhook(ctx, {
          rawBody,
          signature: typeof signature === 'string' ? signature : undefined,
        }),
      )
    })
  })
}

/** Both providers sign the same way. */
const SIGNATURE_HEADER = 'stripe-signature'

export function planRoutes(app: App<BillingServices>): void {
  route(app, currentPlan, ({ ctx }) => getCurrentPlan(ctx))
  route(app, api.getPlanStatus, ({ ctx }) => getPlanStatus(ctx))
}
