import type { Profile } from '#contracts/users.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { recordAuditEvent } from '#server/features/audit/record-audit-event.ts'
import { replaceTokens } from '#server/features/auth/account-tokens.ts'
import { requireViewer, type RequestContext } from '#server/route.ts'
import { getProfile } from './get-profile.ts'

/** Forgets the address that waits for its confirmation; a mail to it that is still waiting then has nothing to say. */
export async function cancelEmailChange(ctx: RequestContext): Promise<Profile> {
  const { userId } = requireViewer(ctx)
  await inTransaction(ctx, async (ctx) => {
    const { numUpdatedRows } = await ctx.db
      .updateTable('users')
      .set({ pending_email: null })
      .where('id', '=', userId)
      .where('pending_email', 'is not', null)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return
    await replaceTokens(ctx, { userId, purpose: 'email_change' })
    await recordAuditEvent(ctx, { kind: 'email.change_cancelled', userId, network: ctx.network })
  })
  return getProfile(ctx)
}
