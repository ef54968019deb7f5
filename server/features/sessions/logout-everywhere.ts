import { inTransaction } from '#server/db/transaction.ts'
import { recordAuditEvent } from '#server/features/audit/record-audit-event.ts'
import { requireViewer, type RequestContext } from '#server/route.ts'

/** Ends every session of the account, this one too. */
export async function logoutEverywhere(ctx: RequestContext): Promise<{ message: string }> {
  const { userId } = requireViewer(ctx)
  await inTransaction(ctx, async (ctx) => {
    await ctx.sessions.revokeAll(ctx.db, userId)
    await recordAuditEvent(ctx, { kind: 'sessions.revoked_all', userId, network: ctx.network })
  })
  return { message: ctx.say('done_signed_out_everywhere') }
}
