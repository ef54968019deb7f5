import type { Role } from '#contracts/auth.ts'
import { requireViewer, type RequestContext } from '#server/route.ts'

const planOfRole = {
  GUEST: 'guest',
  PRO_USER: 'pro',
  PLUS_USER: 'plus',
} as const satisfies Record<Role, string>

/** What the account may do is its role; the plan is that role by the name it is sold under. */
export async function getCurrentPlan(ctx: RequestContext): Promise<{ productName: string }> {
  return { productName: planOfRole[requireViewer(ctx).role] }
}
