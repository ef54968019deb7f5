import type { Role } from '#contracts/accounts/auth.ts'
import type { UserId } from '#contracts/ids.ts'
import { insertAccount } from '#server/accounts/account-state.ts'
import { hashPassword } from '#server/accounts/password/password.ts'
import { recordAuditEvent } from '#server/platform/audit-trail.ts'
import type { AppContext } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { emailKeyOf } from '#server/platform/mail/email-address.ts'

export type NewAccount = {
  email: string
  password: string
  firstName: string
  lastName: string
  role: Role
  verified: boolean
}

type AccountContext = Pick<AppContext, 'db' | 'now'>

/** An existing account is left as its owner made it. */
export async function ensureAccount(
  ctx: AccountContext,
  account: NewAccount,
): Promise<{ userId: UserId; isNew: boolean }> {
  const known = await findUserId(ctx, account.email)
  if (known !== null) return { userId: known, isNew: false }
  const passwordHash = await hashPassword(account.password)
  const created = await inTransaction(ctx, async (ctx) => {
    const userId = await insertAccount(ctx, {
      email: account.email.trim(),
      first_name: account.firstName,
      last_name: account.lastName,
      role: account.role,
      password_hash: passwordHash,
      email_verified_at: account.verified ? ctx.now() : null,
    })
    if (userId !== null)
      await recordAuditEvent(ctx, { kind: 'account.created', userId, network: null })
    return userId
  })
  if (created !== null) return { userId: created, isNew: true }
  const raced = await findUserId(ctx, account.email)
  if (raced === null) throw new Error('the account neither exists nor was created')
  return { userId: raced, isNew: false }
}

async function findUserId({ db }: AccountContext, email: string): Promise<UserId | null> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('email_key', '=', emailKeyOf(email))
    .executeTakeFirst()
  return row?.id ?? null
}
