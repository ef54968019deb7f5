import type { Role } from '#contracts/accounts/auth.ts'
import { rightsOf } from '#contracts/billing/plan-rights.ts'
import type { UserId } from '#contracts/ids.ts'
import { type Language, languageOrFallback } from '#i18n/languages.ts'
import type { AppContext } from '#server/platform/context.ts'
import { roleAt } from '#server/platform/session/viewer.ts'

/** Who gets a brief; `email` is null unless the address is confirmed. */
export type Recipient = {
  userId: UserId
  role: Role
  language: Language
  firstName: string
  email: string | null
}

/** Null for an account that has no plan, is locked, or is being deleted. */
export async function findRecipient(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  userId: UserId,
): Promise<Recipient | null> {
  const row = await db
    .selectFrom('users')
    .select(['role', 'plan_until', 'language', 'first_name', 'email', 'email_verified_at'])
    .where('id', '=', userId)
    .where('deletion_requested_at', 'is', null)
    .where('locked_at', 'is', null)
    .executeTakeFirst()
  if (!row) return null
  const role = roleAt(row, now())
  if (!rightsOf(role).hasResearch) return null
  return {
    userId,
    role,
    language: languageOrFallback(row.language),
    firstName: row.first_name,
    email: row.email_verified_at === null ? null : row.email,
  }
}
