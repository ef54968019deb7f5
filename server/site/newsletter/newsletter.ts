import { randomUUID } from 'node:crypto'
import { DAY_MS } from '#contracts/dates.ts'
import type { BodyOf, ResponseOf } from '#contracts/endpoint.ts'
import type * as api from '#contracts/site/mail-subscriptions.ts'
import { languageOrFallback } from '#i18n/languages.ts'
import { limits } from '#server/site/limits.ts'
import type { AppContext } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { AppError } from '#server/platform/errors.ts'
import type { RequestContext } from '#server/platform/http/request-context.ts'
import { emailKeyOf, parseAddress } from '#server/platform/mail/email-address.ts'
import { queueMail } from '#server/platform/mail/mail.ts'
import { readSubscriptionToken, subscriptionMail } from './newsletter-mails.ts'

/**
 * The same answer and the same statements for every address. Only its owner learns, by mail,
 * whether it is already subscribed.
 * @throws AppError `invalid_email`, `rate_limited`
 */
export async function subscribe(
  ctx: RequestContext,
  input: BodyOf<typeof api.subscribeNewsletter>,
): Promise<ResponseOf<typeof api.subscribeNewsletter>> {
  const email = parseAddress(input.email)
  const isWithinLimit = await ctx.limits.tryConsume(limits.newsletterAddress, emailKeyOf(email))
  if (isWithinLimit) await inTransaction(ctx, (ctx) => requestConfirmation(ctx, email))
  return { message: ctx.say('done_newsletter_requested') }
}

async function requestConfirmation(ctx: RequestContext, email: string): Promise<void> {
  const now = ctx.now()
  const { id, ...stored } = await ctx.db
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
        const replaceIfUnconfirmed = (column: 'email' | 'language') =>
          eb
            .case()
            .when(isOpen)
            .then(ref(`excluded.${column}`))
            .else(ref(`newsletter_subscriptions.${column}`))
            .end()
        return {
          requested_at: now,
          email: replaceIfUnconfirmed('email'),
          language: replaceIfUnconfirmed('language'),
        }
      }),
    )
    .returning(['id', 'email', 'language'])
    .executeTakeFirstOrThrow()
  await queueMail(ctx, subscriptionMail, {
    recipient: stored.email,
    userId: null,
    language: languageOrFallback(stored.language),
    params: { subscriptionId: id },
  })
}

/** As the mail says; the request is deleted after that (`retention`). */
const VALID_MS = 7 * DAY_MS

/**
 * Idempotent: opening the mail's link twice shows the same page.
 * @throws AppError `newsletter_link_invalid`, or `newsletter_link_expired` when the request is no
 * longer open or the address has
 * unsubscribed
 */
export async function confirmSubscription(
  ctx: RequestContext,
  { token }: BodyOf<typeof api.confirmNewsletter>,
): Promise<ResponseOf<typeof api.confirmNewsletter>> {
  const id = readSubscriptionToken(ctx, token)
  if (id === null) throw new AppError('newsletter_link_invalid', { field: 'token' })
  const now = ctx.now()
  const confirmed = await ctx.db
    .updateTable('newsletter_subscriptions')
    .set(({ fn, ref, val }) => ({ confirmed_at: fn.coalesce(ref('confirmed_at'), val(now)) }))
    .where('id', '=', id)
    .where(({ eb, or }) =>
      or([
        eb('confirmed_at', 'is not', null),
        eb('requested_at', '>', new Date(now.getTime() - VALID_MS)),
      ]),
    )
    .returning('id')
    .executeTakeFirst()
  if (!confirmed) throw new AppError('newsletter_link_expired', { field: 'token' })
  return { message: ctx.say('done_newsletter_confirmed') }
}

/** Deletes all data about the address. It can subscribe again. */
export async function endSubscription({ db }: Pick<AppContext, 'db'>, id: string): Promise<void> {
  await db.deleteFrom('newsletter_subscriptions').where('id', '=', id).execute()
}
