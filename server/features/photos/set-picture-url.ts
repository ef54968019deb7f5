import type { Db } from '#server/context.ts'
import { sessionExpired } from '#server/errors.ts'

/**
 * Locks the account's row first, so that a photo cannot be stored while its account is erased.
 * @throws AppError `session_expired` when the account was erased or closed meanwhile
 */
export async function setPictureUrl(db: Db, userId: string, pictureUrl: string | null): Promise<void> {
  const updated = await db
    .updateTable('users')
    .set({ picture_url: pictureUrl })
    .where('id', '=', userId)
    .where('deletion_requested_at', 'is', null)
    .executeTakeFirst()
  if (updated.numUpdatedRows === 0n) throw sessionExpired()
}
