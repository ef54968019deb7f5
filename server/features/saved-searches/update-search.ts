import type { SavedSearch, SearchValues } from '#contracts/saved-searches.ts'
import type { Db } from '#server/context.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { requirePaid, type RequestContext } from '#server/route.ts'
import { getSearch } from './list-searches.ts'
import { lockSearch } from './read-searches.ts'
import { soundQuery } from './sound-query.ts'
import { beginMails } from './turn-mails.ts'

export async function updateSearch(
  ctx: RequestContext,
  { id: searchId, ...values }: SearchValues & { id: string },
): Promise<SavedSearch> {
  const { userId } = requirePaid(ctx)
  const { name, view, mails } = values
  const query = soundQuery(values.query)
  await inTransaction(ctx, async (ctx) => {
    const before = await lockSearch(ctx.db, { userId, searchId })
    const isOther = before.query !== query || before.view !== view
    await ctx.db
      .updateTable('saved_searches')
      .set({ name, view, query, mails, updated_at: ctx.now(), ...(isOther && { seen_at: ctx.now() }) })
      .where('id', '=', searchId)
      .execute()
    if (isOther || (mails && !before.mails)) await beginMails(ctx, searchId)
  })
  return getSearch(ctx, searchId)
}

export async function deleteSearch(ctx: RequestContext, searchId: string): Promise<{ message: string }> {
  const { userId } = requirePaid(ctx)
  await inTransaction(ctx, async (ctx) => {
    await lockSearch(ctx.db, { userId, searchId })
    await forgetSearch(ctx.db, searchId)
  })
  return { message: ctx.say('done_search_deleted') }
}

async function forgetSearch(db: Db, searchId: string): Promise<void> {
  await db.deleteFrom('saved_search_hits').where('search_id', '=', searchId).execute()
  await db.deleteFrom('saved_searches').where('id', '=', searchId).execute()
}

/** Never moves backwards: with two open tabs the later view counts. */
export async function markSearchSeen(ctx: RequestContext, searchId: string): Promise<SavedSearch> {
  const { userId } = requirePaid(ctx)
  await ctx.db
    .updateTable('saved_searches')
    .set({ seen_at: ctx.now() })
    .where('id', '=', searchId)
    .where('user_id', '=', userId)
    .where('seen_at', '<', ctx.now())
    .execute()
  return getSearch(ctx, searchId)
}
