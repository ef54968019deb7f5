import { randomUUID } from 'node:crypto'
import type { BodyOf } from '#contracts/endpoint.ts'
import type { createSavedSearch as endpoint, SavedSearch } from '#contracts/saved-searches.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { AppError, sessionExpired } from '#server/errors.ts'
import { lockAccount } from '#server/features/auth/account-state.ts'
import { rightsOf } from '#server/features/plans/plan-of-role.ts'
import { requirePaid, type RequestContext } from '#server/route.ts'
import { getSearch } from './list-searches.ts'
import { soundQuery } from './sound-query.ts'

/** The limit behind "unlimited"; every listing counts each search. */
const MOST_SEARCHES = 200

/** Stores that are already visible are not mailed: a new search reports only later ones. */
export async function createSearch(ctx: RequestContext, body: BodyOf<typeof endpoint>): Promise<SavedSearch> {
  const { userId, role } = requirePaid(ctx)
  const values = { id: randomUUID(), user_id: userId, ...columnsOf(body), ...timesOf(body, ctx.now()) }
  await inTransaction(ctx, async (ctx) => {
    // The lock makes two parallel calls count one after the other.
    if (!(await lockAccount(ctx.db, userId))) throw sessionExpired()
    const { count } = await ctx.db
      .selectFrom('saved_searches')
      .select((on) => on.fn.countAll<number>().as('count'))
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow()
    if (count >= (rightsOf(role).savedSearches ?? MOST_SEARCHES)) throw new AppError('saved_search_limit')
    await ctx.db.insertInto('saved_searches').values(values).execute()
  })
  return getSearch(ctx, values.id)
}

const columnsOf = ({ name, view, query, mails }: BodyOf<typeof endpoint>) => ({
  name,
  view,
  query: soundQuery(query),
  mails,
})

/** A restored search keeps its age and its unseen matches, but its times never lie in the future. */
function timesOf({ createdAt, seenAt }: BodyOf<typeof endpoint>, now: Date) {
  const past = (text: string | undefined) =>
    text === undefined ? now : new Date(Math.min(Math.max(Date.parse(text), EARLIEST), now.getTime()))
  return {
    created_at: past(createdAt),
    seen_at: past(seenAt),
    updated_at: now,
    mails_since: now,
    checked_at: now,
  }
}

const EARLIEST = Date.UTC(2026, 0, 1)
