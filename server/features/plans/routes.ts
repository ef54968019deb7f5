import * as api from '#contracts/plans.ts'
import { type App, route } from '#server/route.ts'
import { getCurrentPlan } from './get-current-plan.ts'

export function planRoutes(app: App): void {
  route(app, api.getCurrentPlan, ({ ctx }) => getCurrentPlan(ctx))
}
