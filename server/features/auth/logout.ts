import { inTransaction } from '#server/db/transaction.ts'
import { recordAuditEvent } from '#server/features/audit/record-audit-event.ts'
import { requireViewer, type RequestContext } from '#server/route.ts'

/** Ends the session of the token that was sent; the user's other sessions stay. */
export async function logout(ctx: RequestContext): Promise<{ message: string }> {
  const { userId, sessionId } = requireViewer(ctx)
  await inTransaction(ctx, async (ctx) => {
    await ctx.sessions.revoke(ctx.db, sessionId)
    await recordAuditEvent(ctx, { kind: 'session.revoked', userId, network: ctx.network })
  })
  return { message: ctx.say('signed_out') }
}
