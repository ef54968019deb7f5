import { createHmac } from 'node:crypto'
import { dayOf } from '#contracts/dates.ts'
import { limits } from '#server/site/limits.ts'
import { notFound } from '#server/platform/errors.ts'
import type { RequestContext } from '#server/platform/http/request-context.ts'
import { published } from './articles.ts'

/**
 * Counts each network once per article and day, up to a ceiling per article and hour. The network
 * is stored for two days only, as a hash that includes the day, so that it can be neither reversed
 * nor linked to the next day. The browser's name does not count: a caller can invent a thousand of
 * them.
 * @throws AppError `not_found`
 */
export async function countView(ctx: RequestContext, id: number): Promise<{ views: number }> {
  const article = await published(ctx).select('views').where('id', '=', id).executeTakeFirst()
  if (!article) throw notFound()
  if (await ctx.limits.isUsedUp(limits.articleViews, String(id))) return article
  if (!(await insertView(ctx, id))) return article
  await ctx.limits.tryConsume(limits.articleViews, String(id))
  return ctx.db
    .updateTable('articles')
    .set((on) => ({ views: on('views', '+', 1) }))
    .where('id', '=', id)
    .returning('views')
    .executeTakeFirstOrThrow()
}

/** @returns false when this network already read the article today */
async function insertView(ctx: RequestContext, articleId: number): Promise<boolean> {
  const day = dayOf(ctx.now())
  const row = await ctx.db
    .insertInto('article_views')
    .values({ article_id: articleId, visitor: hashOf(ctx, day), day })
    .onConflict((conflict) => conflict.doNothing())
    .returning('article_id')
    .executeTakeFirst()
  return row !== undefined
}

function hashOf(ctx: RequestContext, day: string): Uint8Array {
  return createHmac('sha256', ctx.keyring.current('blog_view'))
    .update(JSON.stringify([day, ctx.network]))
    .digest()
    .subarray(0, 16)
}
