import type { Profile } from '#contracts/users.ts'
import { sessionExpired } from '#server/errors.ts'
import { requireViewer, type RequestContext } from '#server/route.ts'
import { presentProfile } from './present-profile.ts'

export async function getProfile(ctx: RequestContext): Promise<Profile> {
  const { userId } = requireViewer(ctx)
  const row = await ctx.db
    .selectFrom('users')
    .select(['first_name', 'last_name', 'email', 'picture_url', 'pending_email', 'password_hash'])
    .where('id', '=', userId)
    .executeTakeFirst()
  if (!row) throw sessionExpired()
  return presentProfile(row)
}
