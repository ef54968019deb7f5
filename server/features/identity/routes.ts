import * as api from '#contracts/auth.ts'
import { IDENTITY_WINDOW_PATH } from '#contracts/identity-window.ts'
import { type App, route } from '#server/route.ts'
import { googleSignin } from './google-signin.ts'
import { sendIdentityWindow } from './identity-window.ts'
import { startIdentity } from './start-identity.ts'

export function identityRoutes(app: App): void {
  route(app, api.startIdentity, ({ ctx }) => startIdentity(ctx, originOf(app)))
  route(app, api.googleSignin, ({ ctx, body }) => googleSignin(ctx, body))
  app.server.get(IDENTITY_WINDOW_PATH, (request, reply) => sendIdentityWindow(app.say, request, reply))
}

/** With PORT=0 the configured origin lacks its port, which is known once the server listens. */
function originOf({ ctx, server }: App): string {
  const { PUBLIC_ORIGIN } = ctx.config
  if (!PUBLIC_ORIGIN.endsWith(':0')) return PUBLIC_ORIGIN
  const bound = server.addresses().at(0)
  return typeof bound === 'object' ? PUBLIC_ORIGIN.replace(/0$/, String(bound.port)) : PUBLIC_ORIGIN
}
