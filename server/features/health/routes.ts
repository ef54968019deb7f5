import * as api from '#contracts/health.ts'
import { type App, route } from '#server/route.ts'
import { getHealth } from './get-health.ts'
import { watchParkedLogs } from './watch-parked-logs.ts'
import { watchDatabase } from './watch-database.ts'

const OK = 200
const UNAVAILABLE = 503

/** @param isDiskFull Reading still works then, but nothing can be sold, saved or found. */
export function healthRoutes(app: App, isDiskFull: () => boolean = () => false): void {
  const watch = watchDatabase(app.ctx.db)
  const parkedLogs = watchParkedLogs(app.ctx.db)
  app.server.addHook('onClose', async () => watch.stop())
  const status = (health: { status: string }) => (health.status === 'ok' ? OK : UNAVAILABLE)
  route(app, api.getHealth, () => getHealth(watch, parkedLogs, isDiskFull), { status, isProbe: true })
}
