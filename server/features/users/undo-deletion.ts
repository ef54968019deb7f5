import { DAY_MS } from '#contracts/dates.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { AppError } from '#server/errors.ts'
import { recordAuditEvent } from '#server/features/audit/record-audit-event.ts'
import { DELETION_DAYS, readToken, replaceTokens, useToken } from '#server/features/auth/account-tokens.ts'
import type { RequestContext } from '#server/route.ts'

/**
 * Undoes the deletion by the token of its mail. A second use succeeds without effect, but a used link does not undo a later deletion. The
 * call does not sign the person in.
 */
export async function undoDeletion(
  ctx: RequestContext,
  { token }: { token: string },
): Promise<{ message: string }> {
  await inTransaction(ctx, async (ctx) => {
    const reading = await readToken(ctx, token, ['undo_deletion'])
    if (reading.kind === 'invalid') throw new AppError('undo_link_invalid')
    if (reading.kind === 'expired') throw new AppError('undo_link_expired')
    await reopen(ctx, reading.token)
  })
  return { message: ctx.say('done_deletion_undone') }
}

async function reopen(
  ctx: RequestContext,
  { tokenHash, userId }: { tokenHash: string; userId: string },
): Promise<void> {
  // The erasure and other uses of links wait for this lock.
  const user = await ctx.db
    .selectFrom('users')
    .select('deletion_requested_at')
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirst()
  if (!user) throw new AppError('undo_link_invalid')
  if (!user.deletion_requested_at) return
  if (user.deletion_requested_at.getTime() + DELETION_DAYS * DAY_MS <= ctx.now().getTime())
    throw new AppError('undo_link_expired')
  if (!(await useToken(ctx.db, tokenHash, ctx.now()))) throw new AppError('undo_link_invalid')
  await ctx.db.updateTable('users').set({ deletion_requested_at: null }).where('id', '=', userId).execute()
  await replaceTokens(ctx, { userId, purpose: 'undo_deletion' })
  await recordAuditEvent(ctx, { kind: 'account.deletion_undone', userId, network: ctx.network })
}
