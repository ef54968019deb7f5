import type { BodyOf, QueryOf, ResponseOf } from '#contracts/endpoint.ts'
import type * as api from '#contracts/unsubscribe.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { AppError, notFound } from '#server/errors.ts'
import { endSubscription } from '#server/features/newsletter/end-subscription.ts'
import { turnMailsOff, turnMailsOn } from '#server/features/saved-searches/turn-mails.ts'
import { setEmailUpdates } from '#server/features/users/preferences.ts'
import { type RequestContext, requireViewer } from '#server/route.ts'
import { readUnsubscribeToken, type TurnOffTarget } from './unsubscribe-token.ts'

type Link = QueryOf<typeof api.unsubscribe>

/** The kind of mail that the link turns off; never its recipient. */
export async function readUnsubscribe(
  ctx: RequestContext,
  { token }: Link,
): Promise<ResponseOf<typeof api.readUnsubscribe>> {
  return { kind: (await readLink(ctx, token)).kind }
}

/** Any holder of the link may use it repeatedly: it only turns mails off. */
export async function unsubscribe(
  ctx: RequestContext,
  { token }: Link,
): Promise<ResponseOf<typeof api.unsubscribe>> {
  const { kind, id } = await readLink(ctx, token)
  await inTransaction(ctx, async (ctx) => {
    switch (kind) {
      case 'digest':
        return setEmailUpdates(ctx, id, false)
      case 'search':
        return turnMailsOff(ctx, id)
      case 'newsletter':
        return endSubscription(ctx, id)
      default:
        return kind satisfies never
    }
  })
  return { kind, message: ctx.say('done_unsubscribed') }
}

/** @throws AppError `not_found` for another account's target */
export async function resubscribe(
  ctx: RequestContext,
  { token }: BodyOf<typeof api.resubscribe>,
): Promise<ResponseOf<typeof api.resubscribe>> {
  const { userId } = requireViewer(ctx)
  const { kind, id } = await readLink(ctx, token)
  await inTransaction(ctx, async (ctx) => {
    if (kind === 'search' && (await turnMailsOn(ctx, { userId, searchId: id }))) return
    if (kind === 'digest' && id === userId) return setEmailUpdates(ctx, userId, true)
    throw notFound()
  })
  return { message: ctx.say('done_resubscribed') }
}

/** A truncated link gets an error: the person must not believe that it worked. */
async function readLink(ctx: RequestContext, token: string): Promise<TurnOffTarget> {
  const target = readUnsubscribeToken(ctx, token)
  if (!target) throw new AppError('unsubscribe_link_invalid', { field: 'token' })
  return target
}
