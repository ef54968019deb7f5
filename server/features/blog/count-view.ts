import { createHmac } from 'node:crypto'
import * as z from 'zod'
import { addDays, dayOf } from '#contracts/dates.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { readKeptSecret } from '#server/db/kept-secret.ts'
import { defineJob } from '#server/jobs/jobs.ts'
import { getArticle } from './get-article.ts'
import type { RequestContext } from '#server/route.ts'

const KEPT_DAYS = 2

/**
 * Counts a reader once per day. Who they are is kept as a hash of network, browser and day, which nobody can turn back or follow to the next day,
 * and for two days only.
 * @throws AppError `not_found`
 */
export async function countView(ctx: RequestContext, id: number): Promise<{ views: number }> {
  await getArticle(ctx, { id })
  const day = dayOf(ctx.now())
  const visitor = await hashOf(ctx, day)
  return inTransaction(ctx, async ({ db }) => {
    const isNew = await db
      .insertInto('article_views')
      .values({ article_id: id, visitor, day })
      .onConflict((conflict) => conflict.doNothing())
      .returning('article_id')
      .executeTakeFirst()
    const { views } = await db
      .updateTable('articles')
      .set((on) => ({ views: on('views', '+', isNew ? 1 : 0) }))
      .where('id', '=', id)
      .returning('views')
      .executeTakeFirstOrThrow()
    return { views }
  })
}

async function hashOf(ctx: RequestContext, day: string): Promise<Uint8Array> {
  const secret = await readKeptSecret(ctx, 'blog_view_secret')
  return createHmac('sha256', secret)
    .update(JSON.stringify([day, ctx.network, ctx.userAgent]))
    .digest()
    .subarray(0, 16)
}

/** Who read what is of no use after its day. */
export const forgetViews = defineJob({
  name: 'forget-article-views',
  payload: z.object({}),
  maxAttempts: 3,
  cron: '17 2 * * *',
  run: (ctx) => forgetOldViews(ctx),
})

export async function forgetOldViews({ db, now }: Pick<RequestContext, 'db' | 'now'>): Promise<void> {
  await db
    .deleteFrom('article_views')
    .where('day', '<', addDays(dayOf(now()), -KEPT_DAYS))
    .execute()
}
