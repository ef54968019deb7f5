import type { AppContext } from '#server/context.ts'
import { recordAuditEvent } from '#server/features/audit/record-audit-event.ts'
import { type AccountKeys, accountRecords } from '#server/features/users/account-records.ts'

/** An account that nobody ever confirmed, with all that belongs to it. Call it inside a transaction, with the account locked. */
export async function eraseUnverified(ctx: Pick<AppContext, 'db' | 'now'>, keys: AccountKeys): Promise<void> {
  for (const { erase } of accountRecords) await erase(ctx, keys)
  await ctx.db.deleteFrom('users').where('id', '=', keys.userId).execute()
  const detail = { reason: 'unverified' }
  await recordAuditEvent(ctx, { kind: 'account.erased', userId: null, network: null, detail })
}
