import { getCurrentPlan as currentPlan } from '#contracts/current-plan.ts'
import * as api from '#contracts/plans.ts'
import { type App, route } from '#server/route.ts'
import { getCurrentPlan } from './get-current-plan.ts'
import { getPlanStatus } from './get-plan-status.ts'

export function planRoutes(app: App): void {
  route(app, currentPlan, ({ ctx }) => getCurrentPlan(ctx))
  route(app, api.getPlanStatus, ({ ctx }) => getPlanStatus(ctx))
}
