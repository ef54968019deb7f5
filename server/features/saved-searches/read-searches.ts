import type { Db } from '#server/context.ts'
import { notFound } from '#server/errors.ts'
import type { SearchRow } from './present-search.ts'

/** The searches of one account, the oldest first. */
export const readSearches = (db: Db, userId: string): Promise<SearchRow[]> =>
  db
    .selectFrom('saved_searches')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()

/** Locked until the transaction ends. @throws AppError `not_found`, also for another account's search */
export async function lockSearch(
  db: Db,
  { userId, searchId }: { userId: string; searchId: string },
): Promise<SearchRow> {
  const row = await db
    .selectFrom('saved_searches')
    .selectAll()
    .where('id', '=', searchId)
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw notFound()
  return row
}
