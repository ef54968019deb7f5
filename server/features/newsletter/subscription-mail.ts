import * as z from 'zod'
import { accountLink } from '#server/features/auth/mails/account-link.ts'
import { turnOffLink } from '#server/features/unsubscribe/turn-off-link.ts'
import { defineMail } from '#server/mail/mail-definition.ts'
import { writeMail } from '#server/mail/write-mail.ts'
import { createSubscriptionToken } from './subscription-token.ts'

/** Asks an address to confirm the newsletter; a subscribed address gets a notice instead. */
export const subscriptionMail = defineMail({
  kind: 'newsletter_request',
  params: z.object({ subscriptionId: z.uuid() }),
  async compose(ctx, { recipient, language, params: { subscriptionId: id } }) {
    const subscription = await ctx.db
      .selectFrom('newsletter_subscriptions')
      .select('confirmed_at')
      .where('id', '=', id)
      .where('email', '=', recipient)
      .executeTakeFirst()
    if (!subscription) return null
    if (subscription.confirmed_at) {
      const { link, headers } = await turnOffLink(ctx, { kind: 'newsletter', id }, language)
      return {
        ...writeMail(ctx.config, language, 'newsletterAlready', { name: '', turnOffLink: link }),
        headers,
      }
    }
    const token = createSubscriptionToken(ctx, id)
    const link = accountLink(ctx.config, '/newsletter', language, { token })
    return writeMail(ctx.config, language, 'newsletterConfirm', { name: '', link })
  },
})
