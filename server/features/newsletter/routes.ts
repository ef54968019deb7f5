import * as api from '#contracts/newsletter.ts'
import { type App, route } from '#server/route.ts'
import { confirmSubscription } from './confirm-subscription.ts'
import { createNewsletterLimits } from './newsletter-limits.ts'
import { subscribe } from './subscribe.ts'

export function newsletterRoutes(app: App): void {
  const countSubscription = createNewsletterLimits(app.ctx.db)
  route(app, api.subscribeNewsletter, ({ ctx, body }) => subscribe({ ...ctx, countSubscription }, body))
  route(app, api.confirmNewsletter, ({ ctx, body }) => confirmSubscription(ctx, body))
}
