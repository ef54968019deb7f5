import { DAY_MS } from '#contracts/dates.ts'
import type { BodyOf, ResponseOf } from '#contracts/endpoint.ts'
import type { confirmNewsletter as endpoint } from '#contracts/newsletter.ts'
import { AppError } from '#server/errors.ts'
import type { RequestContext } from '#server/route.ts'
import { readSubscriptionToken } from './subscription-token.ts'

/** As the mail says; the request is deleted after that (`purge-old-rows.ts`). */
const VALID_MS = 7 * DAY_MS

/**
 * Idempotent: opening the mail's link twice shows the same page.
 * @throws AppError `newsletter_link_invalid`, or `newsletter_link_expired` when the request is no longer open or the address has
 * unsubscribed
 */
export async function confirmSubscription(
  ctx: RequestContext,
  { token }: BodyOf<typeof endpoint>,
): Promise<ResponseOf<typeof endpoint>> {
  const id = readSubscriptionToken(ctx, token)
  if (id === null) throw new AppError('newsletter_link_invalid', { field: 'token' })
  const now = ctx.now()
  const confirmed = await ctx.db
    .updateTable('newsletter_subscriptions')
    .set(({ fn, ref, val }) => ({ confirmed_at: fn.coalesce(ref('confirmed_at'), val(now)) }))
    .where('id', '=', id)
    .where(({ eb, or }) =>
      or([eb('confirmed_at', 'is not', null), eb('requested_at', '>', new Date(now.getTime() - VALID_MS))]),
    )
    .returning('id')
    .executeTakeFirst()
  if (!confirmed) throw new AppError('newsletter_link_expired', { field: 'token' })
  return { message: ctx.say('done_newsletter_confirmed') }
}
