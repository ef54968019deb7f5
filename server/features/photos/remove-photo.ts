import type { Profile } from '#contracts/users.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { recordAuditEvent } from '#server/features/audit/record-audit-event.ts'
import { getProfile } from '#server/features/users/get-profile.ts'
import { type RequestContext, requireViewer } from '#server/route.ts'
import { setPictureUrl } from './set-picture-url.ts'

/** Without a photo it does nothing and succeeds. */
export async function removePhoto(ctx: RequestContext): Promise<Profile> {
  const { userId } = requireViewer(ctx)
  await inTransaction(ctx, async (ctx) => {
    await setPictureUrl(ctx.db, userId, null)
    const { numDeletedRows } = await ctx.db
      .deleteFrom('user_photos')
      .where('user_id', '=', userId)
      .executeTakeFirst()
    if (numDeletedRows === 0n) return
    await recordAuditEvent(ctx, {
      kind: 'photo.changed',
      userId,
      network: ctx.network,
      detail: { isRemoved: true },
    })
  })
  return getProfile(ctx)
}
