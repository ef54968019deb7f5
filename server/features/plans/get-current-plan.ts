import { requireViewer, type RequestContext } from '#server/route.ts'
import { planOfRole } from './plan-of.ts'

export async function getCurrentPlan(ctx: RequestContext): Promise<{ productName: string }> {
  return { productName: planOfRole[requireViewer(ctx).role] }
}
