import type { BodyOf } from '#contracts/endpoint.ts'
import type { Profile, updateProfile as endpoint } from '#contracts/users.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { recordAuditEvent } from '#server/features/audit/record-audit-event.ts'
import { emailKeyOf } from '#server/features/auth/email-key.ts'
import { requireFresh } from '#server/features/sessions/require-fresh.ts'
import { parseAddress } from '#server/mail/parse-address.ts'
import { requireViewer, type RequestContext } from '#server/route.ts'
import { getProfile } from './get-profile.ts'
import { requestEmailChange } from './request-email-change.ts'
import type { UserLimits } from './user-limits.ts'

type Names = { firstName: string; lastName: string }

/** Changes the name at once; a new address waits until its mail is confirmed. Without the proof for the address, neither changes. */
export async function updateProfile(
  ctx: RequestContext & { userLimits: UserLimits },
  { email, currentPassword, ...names }: BodyOf<typeof endpoint>,
): Promise<Profile> {
  const { userId, emailKey } = requireViewer(ctx)
  const newEmail = parseAddress(email)
  const newEmailKey = emailKeyOf(newEmail)
  const isOther = newEmailKey !== emailKey
  if (isOther) {
    await requireFresh(ctx, { currentPassword })
    await ctx.userLimits.countEmailChange(userId, newEmailKey)
  }
  await inTransaction(ctx, async (ctx) => {
    await changeNames(ctx, userId, names)
    if (isOther) await requestEmailChange(ctx, newEmail)
  })
  return getProfile(ctx)
}

async function changeNames(
  ctx: RequestContext,
  userId: string,
  { firstName, lastName }: Names,
): Promise<void> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('users')
    .set({ first_name: firstName, last_name: lastName })
    .where('id', '=', userId)
    .where((where) => where.or([where('first_name', '<>', firstName), where('last_name', '<>', lastName)]))
    .executeTakeFirst()
  if (numUpdatedRows > 0n)
    await recordAuditEvent(ctx, { kind: 'profile.changed', userId, network: ctx.network })
}
