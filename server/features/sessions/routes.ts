import * as api from '#contracts/auth.ts'
import { type App, route } from '#server/route.ts'
import { listSessions } from './list-sessions.ts'
import { logoutEverywhere } from './logout-everywhere.ts'
import { reauthenticate } from './reauthenticate.ts'
import { revokeSession } from './revoke-session.ts'

export function sessionRoutes(app: App): void {
  route(app, api.listSessions, ({ ctx }) => listSessions(ctx))
  route(app, api.revokeSession, ({ ctx, params }) => revokeSession(ctx, params.id))
  route(app, api.logoutEverywhere, ({ ctx }) => logoutEverywhere(ctx))
  route(app, api.reauthenticate, ({ ctx, body }) => reauthenticate(ctx, body))
}
