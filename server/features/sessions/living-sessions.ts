import type { Selectable } from 'kysely'
import type { AppContext } from '#server/context.ts'
import type { Sessions } from '#server/db/account-schema.ts'
import { isLiving } from '#server/session/session-lifetime.ts'

/** The account's valid sessions, the latest used first. */
export async function findLivingSessions(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  userId: string,
): Promise<Selectable<Sessions>[]> {
  const rows = await db
    .selectFrom('sessions')
    .selectAll()
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now())
    .orderBy('last_used_at', 'desc')
    .orderBy('id')
    .execute()
  return rows.filter((row) => isLiving(row, now()))
}
