import * as api from '#contracts/opt-out.ts'
import { type App, route } from '#server/platform/http/route.ts'
import { confirmOptOut, createOptOutLimits, mailOptOut, requestOptOut } from './opt-out-requests.ts'
import type { ReadProofs } from './proofs.ts'

export type OptOutServices = { readProofs: ReadProofs }

export function optOutRoutes(app: App<OptOutServices>): void {
  const optOutLimits = createOptOutLimits(app.ctx.db)
  route(app, api.requestOptOut, ({ ctx, body }) => requestOptOut({ ...ctx, optOutLimits }, body))
  route(app, api.mailOptOut, ({ ctx, body }) => mailOptOut({ ...ctx, optOutLimits }, body))
  route(app, api.confirmOptOut, ({ ctx, body }) => confirmOptOut({ ...ctx, optOutLimits }, body))
}
