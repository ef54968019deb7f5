import type { AppContext } from '#server/context.ts'
import { recordAuditEvent } from '#server/features/audit/record-audit-event.ts'
import { type AccountKeys, accountRecords } from './account-records.ts'

/** Erases the account with all that belongs to it. Call it inside a transaction, with the account locked. */
export async function eraseAccount(
  ctx: Pick<AppContext, 'db' | 'now'>,
  keys: AccountKeys,
  detail: { reason: 'deleted' | 'unverified' },
): Promise<void> {
  for (const { erase } of accountRecords) await erase(ctx, keys)
  await ctx.db.deleteFrom('users').where('id', '=', keys.userId).execute()
  await recordAuditEvent(ctx, { kind: 'account.erased', userId: null, network: null, detail })
}
