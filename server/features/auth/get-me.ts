import type { CurrentUser } from '#contracts/auth.ts'
import { requireViewer, type RequestContext } from '#server/route.ts'

export async function getMe(ctx: RequestContext): Promise<CurrentUser> {
  const { userId, role, firstName, lastName, email, pictureUrl, hasPassword } = requireViewer(ctx)
  return {
    id: userId,
    role,
    isGuest: role === 'GUEST',
    firstName,
    lastName,
    name: [firstName, lastName].filter(Boolean).join(' '),
    email,
    pictureUrl,
    hasPassword,
  }
}
