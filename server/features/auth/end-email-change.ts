import { recordAuditEvent } from '#server/features/audit/record-audit-event.ts'
import type { RequestContext } from '#server/route.ts'
import { replaceTokens } from './account-tokens.ts'

/** Inside a transaction: forgets the address that waits for its confirmation. A queued mail to it is then not sent. */
export async function endEmailChange(ctx: RequestContext, userId: string): Promise<void> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('users')
    .set({ pending_email: null })
    .where('id', '=', userId)
    .where('pending_email', 'is not', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return
  await replaceTokens(ctx, { userId, purpose: 'email_change' })
  await recordAuditEvent(ctx, { kind: 'email.change_cancelled', userId, network: ctx.network })
}
