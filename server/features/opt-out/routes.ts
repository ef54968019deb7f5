import * as api from '#contracts/opt-out.ts'
import { type App, route } from '#server/route.ts'
import { confirmOptOut } from './confirm-opt-out.ts'
import { mailOptOut } from './mail-opt-out.ts'
import { createOptOutLimits } from './opt-out-limits.ts'
import { requestOptOut } from './request-opt-out.ts'
import type { ReadProofs } from './read-proofs.ts'

export function optOutRoutes(app: App, readProofs: ReadProofs): void {
  const optOutLimits = createOptOutLimits(app.ctx.db)
  route(app, api.requestOptOut, ({ ctx, body }) => requestOptOut({ ...ctx, optOutLimits }, body))
  route(app, api.mailOptOut, ({ ctx, body }) => mailOptOut({ ...ctx, optOutLimits }, body))
  route(app, api.confirmOptOut, ({ ctx, body }) => confirmOptOut({ ...ctx, optOutLimits, readProofs }, body))
}
