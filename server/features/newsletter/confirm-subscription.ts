import { DAY_MS } from '#contracts/dates.ts'
import type { BodyOf, ResponseOf } from '#contracts/endpoint.ts'
import type { confirmNewsletter as endpoint } from '#contracts/newsletter.ts'
import { AppError } from '#server/errors.ts'
import type { RequestContext } from '#server/route.ts'
import { readSubscriptionToken } from './subscription-token.ts'

/** The mail says it; the question is forgotten then (`purge-old-rows.ts`). */
const VALID_MS = 7 * DAY_MS

/**
 * Again and again without harm: who opens the mail twice sees the same page.
 * @throws AppError `newsletter_link_invalid`, or `newsletter_link_expired` when the question is not open any more or the address has left
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
