import { inTransaction } from '#server/db/transaction.ts'
import { notFound } from '#server/errors.ts'
import { recordAuditEvent } from '#server/features/audit/record-audit-event.ts'
import { requireViewer, type RequestContext } from '#server/route.ts'
import { findLivingSessions } from './living-sessions.ts'

/** Ends one session of the account. The caller gets the same answer for another account's session, an ended one and an unknown one. */
export async function revokeSession(ctx: RequestContext, sessionId: string): Promise<{ message: string }> {
  const { userId } = requireViewer(ctx)
  await inTransaction(ctx, async (ctx) => {
    const living = await findLivingSessions(ctx, userId)
    if (!living.some(({ id }) => id === sessionId)) throw notFound()
    await ctx.sessions.revoke(ctx.db, sessionId)
    await recordAuditEvent(ctx, { kind: 'session.revoked', userId, network: ctx.network })
  })
  return { message: ctx.say('done_session_ended') }
}
