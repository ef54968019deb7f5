import type { Db } from '#server/context.ts'
import { emailKeyOf } from '#server/features/auth/email-key.ts'

export type MailedAccount = {
  userId: string
  firstName: string
  isVerified: boolean
  isBeingDeleted: boolean
}

/** The account of this address at the moment when the mail is sent. */
export async function findAccount(db: Db, email: string): Promise<MailedAccount | null> {
  const row = await db
    .selectFrom('users')
    .select(['id', 'first_name', 'email_verified_at', 'deletion_requested_at'])
    .where('email_key', '=', emailKeyOf(email))
    .executeTakeFirst()
  if (!row) return null
  return {
    userId: row.id,
    firstName: row.first_name,
    isVerified: row.email_verified_at !== null,
    isBeingDeleted: row.deletion_requested_at !== null,
  }
}
