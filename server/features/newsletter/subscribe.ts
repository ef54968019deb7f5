import { randomUUID } from 'node:crypto'
import type { BodyOf, ResponseOf } from '#contracts/endpoint.ts'
import type { subscribeNewsletter as endpoint } from '#contracts/newsletter.ts'
import { FALLBACK_LANGUAGE, isLanguage } from '#i18n/languages.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { emailKeyOf } from '#server/features/auth/email-key.ts'
import { parseAddress } from '#server/mail/parse-address.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import type { RequestContext } from '#server/route.ts'
import type { CountSubscription } from './newsletter-limits.ts'
import { subscriptionMail } from './subscription-mail.ts'

type Context = RequestContext & { countSubscription: CountSubscription }

/**
 * The same answer and the same statements for every address. Only its owner learns, by mail, whether it is already subscribed.
 * @throws AppError `invalid_email`, `rate_limited`
 */
export async function subscribe(
  ctx: Context,
  input: BodyOf<typeof endpoint>,
): Promise<ResponseOf<typeof endpoint>> {
  const email = parseAddress(input.email)
  const isWithinLimit = await ctx.countSubscription(ctx.network, emailKeyOf(email))
  if (isWithinLimit) await inTransaction(ctx, (ctx) => ask(ctx, email))
  return { message: ctx.say('done_newsletter_requested') }
}

async function ask(ctx: RequestContext, email: string): Promise<void> {
  const now = ctx.now()
  const { id, ...kept } = await ctx.db
    .insertInto('newsletter_subscriptions')
    .values({
      id: randomUUID(),
      email,
      email_key: emailKeyOf(email),
      language: ctx.language,
      requested_at: now,
    })
    .onConflict((conflict) =>
      conflict.column('email_key').doUpdateSet(({ eb, ref }) => {
        const isOpen = eb('newsletter_subscriptions.confirmed_at', 'is', null)
        // A confirmed subscription cannot be changed by a new request.
        const newIfOpen = (column: 'email' | 'language') =>
          eb
            .case()
            .when(isOpen)
            .then(ref(`excluded.${column}`))
            .else(ref(`newsletter_subscriptions.${column}`))
            .end()
        return { requested_at: now, email: newIfOpen('email'), language: newIfOpen('language') }
      }),
    )
    .returning(['id', 'email', 'language'])
    .executeTakeFirstOrThrow()
  await queueMail(ctx, subscriptionMail, {
    recipient: kept.email,
    userId: null,
    language: isLanguage(kept.language) ? kept.language : FALLBACK_LANGUAGE,
    params: { subscriptionId: id },
  })
}
