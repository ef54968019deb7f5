import { getDashboard as endpoint } from '#contracts/dashboard.ts'
import { type App, route } from '#server/route.ts'
import { getDashboard } from './get-dashboard.ts'

export function dashboardRoutes(app: App): void {
  route(app, endpoint, ({ ctx }) => getDashboard(ctx))
}
