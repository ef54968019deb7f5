import type { Role } from '#contracts/accounts/auth.ts'
import type { UserId } from '#contracts/ids.ts'
import { insertAccount, readAddress } from '#server/accounts/account-state.ts'
import { hashPassword } from '#server/accounts/password/password.ts'
import { recordAuditEvent } from '#server/platform/audit-trail.ts'
import type { AppContext } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'

export type NewAccount = {
  email: string
  password: string
  firstName: string
  lastName: string
  role: Role
  verified: boolean
}

/** An existing account is left as its owner made it. */
export async function ensureAccount(
  ctx: Pick<AppContext, 'db' | 'now'>,
  account: NewAccount,
): Promise<{ userId: UserId; isNew: boolean }> {
  const known = await readAddress(ctx.db, account.email)
  if (known) return { userId: known.id, isNew: false }
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
  const raced = await readAddress(ctx.db, account.email)
  if (!raced) throw new Error('the account neither exists nor was created')
  return { userId: raced.id, isNew: false }
}
