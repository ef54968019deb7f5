import * as api from '#contracts/opt-out/opt-out.ts'
import { limits } from '#server/opt-out/limits.ts'
import { type App, route } from '#server/platform/http/route.ts'
import { confirmOptOut, sendOptOutMail, requestOptOut } from './opt-out-requests.ts'
import type { ReadProofs } from './proofs.ts'

export type OptOutServices = { readProofs: ReadProofs }

export function optOutRoutes(app: App<OptOutServices>): void {
  route(app, api.requestOptOut, ({ ctx, body }) => requestOptOut(ctx, body), {
    limits: [limits.request],
  })
  route(app, api.sendOptOutMail, ({ ctx, body }) => sendOptOutMail(ctx, body), {
    limits: [limits.request],
  })
  route(app, api.confirmOptOut, ({ ctx, body }) => confirmOptOut(ctx, body), {
    limits: [limits.confirm],
  })
}
