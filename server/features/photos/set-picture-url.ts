import type { Db } from '#server/context.ts'
import { sessionExpired } from '#server/errors.ts'

/**
 * Locks the account's row first, so that a photo and an erasure of its account never cross.
 * @throws AppError `session_expired` when the account was erased or shut meanwhile
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
