import type { Selectable } from 'kysely'
import type { exportAccount as endpoint } from '#contracts/accounts/users.ts'
import type { ResponseOf } from '#contracts/endpoint.ts'
import type { AccountRequest } from '#server/accounts/context.ts'
import { requireFresh } from '#server/accounts/sessions/reauthentication.ts'
import { recordAuditEvent } from '#server/platform/audit-trail.ts'
import type { Users } from '#server/platform/db/account-schema.ts'
import { sessionExpired } from '#server/platform/errors.ts'
import { requireViewer } from '#server/platform/session/viewer.ts'
import { accountRecords } from './account-records.ts'

/** All data stored about the account. */
export async function exportAccount(ctx: AccountRequest): Promise<ResponseOf<typeof endpoint>> {
  const { userId, emailKey } = requireViewer(ctx)
  await requireFresh(ctx, { acceptsSignIn: true })
  await recordAuditEvent(ctx, { kind: 'account.exported', userId, network: ctx.network })
  const row = await ctx.db
    .selectFrom('users')
    .selectAll()
    .where('id', '=', userId)
    .executeTakeFirst()
  if (!row) throw sessionExpired()
  const records: Record<string, Record<string, unknown>[]> = {}
  for (const { name, read } of accountRecords) records[name] = await read(ctx, { userId, emailKey })
  return { exportedAt: ctx.now().toISOString(), account: presentAccount(row), records }
}

/**
 * Everything except the password's hash, which is useless to its owner and valuable to a stranger
 * who finds the file.
 */
const presentAccount = (row: Selectable<Users>): Record<string, unknown> => ({
  id: row.id,
  email: row.email,
  firstName: row.first_name,
  lastName: row.last_name,
  role: row.role,
  hasPassword: row.password_hash !== null,
  pictureUrl: row.picture_url,
  language: row.language,
  preferences: { emailUpdates: row.email_updates },
  createdAt: row.created_at,
  emailVerifiedAt: row.email_verified_at,
  pendingEmail: row.pending_email,
  pendingDates: row.pending_dates,
})
