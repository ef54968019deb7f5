import * as api from '#contracts/contact.ts'
import { type App, route } from '#server/route.ts'
import { createContactLimits } from './contact-limits.ts'
import { sendContactMessage } from './send-contact-message.ts'

export function contactRoutes(app: App): void {
  const contactLimits = createContactLimits(app.ctx.db)
  route(app, api.sendContactMessage, ({ ctx, body }) => sendContactMessage({ ...ctx, contactLimits }, body))
}
