import type { Profile } from '#contracts/users.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { endEmailChange } from '#server/features/auth/end-email-change.ts'
import { requireViewer, type RequestContext } from '#server/route.ts'
import { getProfile } from './get-profile.ts'

/** Cancels a pending address change. */
export async function cancelEmailChange(ctx: RequestContext): Promise<Profile> {
  const { userId } = requireViewer(ctx)
  await inTransaction(ctx, (ctx) => endEmailChange(ctx, userId))
  return getProfile(ctx)
}
