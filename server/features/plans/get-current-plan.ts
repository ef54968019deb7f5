import { requireViewer, type RequestContext } from '#server/route.ts'
import { planOfRole } from './plan-of-role.ts'

export async function getCurrentPlan(ctx: RequestContext): Promise<{ productName: string }> {
  return { productName: planOfRole[requireViewer(ctx).role] }
}
