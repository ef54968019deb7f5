import type { AppContext } from '#server/platform/context.ts'

type Deps = Pick<AppContext, 'db' | 'now'>

/** Turns mails on for stores that become visible from now on: reports from before are outdated. Inside a transaction. */
export async function restartMails({ db, now }: Deps, searchId: string): Promise<void> {
  await db
    .updateTable('saved_searches')
    .set({ mails_since: now(), checked_at: now() })
    .where('id', '=', searchId)
    .execute()
  await db.deleteFrom('saved_search_hits').where('search_id', '=', searchId).execute()
}

/** Called by the link of a mail, so it needs no sign-in. */
export async function disableSearchMails({ db, now }: Deps, searchId: string): Promise<void> {
  await db
    .updateTable('saved_searches')
    .set({ mails: false, updated_at: now() })
    .where('id', '=', searchId)
    .where('mails', '=', true)
    .execute()
}

/** @returns false when there is no such search of this account */
export async function enableSearchMails(
  ctx: Deps,
  { userId, searchId }: { userId: string; searchId: string },
): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('saved_searches')
    .select('mails')
    .where('id', '=', searchId)
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst()
  if (!row) return false
  if (row.mails) return true
  await ctx.db
    .updateTable('saved_searches')
    .set({ mails: true, updated_at: ctx.now() })
    .where('id', '=', searchId)
    .execute()
  await restartMails(ctx, searchId)
  return true
}
