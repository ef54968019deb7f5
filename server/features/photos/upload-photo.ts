import type { Profile } from '#contracts/users.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { recordAuditEvent } from '#server/features/audit/record-audit-event.ts'
import { getProfile } from '#server/features/users/get-profile.ts'
import { type RequestContext, requireViewer } from '#server/route.ts'
import { encodePhoto } from './encode-photo.ts'
import type { PhotoLimits } from './photo-limits.ts'
import { newPhotoName, photoUrl } from './photo-name.ts'
import { setPictureUrl } from './set-picture-url.ts'

/** The limit comes first: beyond it no byte of the file is read. */
export async function uploadPhoto(
  ctx: RequestContext & { photoLimits: PhotoLimits },
  readFile: () => Promise<Buffer>,
): Promise<Profile> {
  const { userId } = requireViewer(ctx)
  await ctx.photoLimits.countUpload(userId)
  const bytes = await encodePhoto(await readFile())
  const name = newPhotoName()
  await inTransaction(ctx, async (ctx) => {
    await setPictureUrl(ctx.db, userId, photoUrl(name))
    const photo = { name, bytes, created_at: ctx.now() }
    await ctx.db
      .insertInto('user_photos')
      .values({ user_id: userId, ...photo })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(photo))
      .execute()
    await recordAuditEvent(ctx, { kind: 'photo.changed', userId, network: ctx.network })
  })
  return getProfile(ctx)
}
