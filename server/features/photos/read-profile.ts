import type { Profile } from '#contracts/users.ts'
import type { Db } from '#server/context.ts'

export async function readProfile(db: Db, userId: string): Promise<Profile> {
  const row = await db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirstOrThrow()
  return {
    firstName: row.first_name,
    lastName: row.last_name,
    email: row.email,
    pictureUrl: row.picture_url,
    pendingEmail: row.pending_email,
    hasPassword: row.password_hash !== null,
  }
}
