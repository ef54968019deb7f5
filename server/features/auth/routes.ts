import * as api from '#contracts/auth.ts'
import { type App, route } from '#server/route.ts'
import { emailSignin } from './email-signin.ts'
import { getMe } from './get-me.ts'
import { logout } from './logout.ts'
import { createSignInLimits } from './sign-in-limits.ts'

export function authRoutes(app: App): void {
  const signInLimits = createSignInLimits(app.ctx.db)
  route(app, api.emailSignin, ({ ctx, body }) => emailSignin({ ...ctx, signInLimits }, body))
  route(app, api.getMe, ({ ctx }) => getMe(ctx))
  route(app, api.logout, ({ ctx }) => logout(ctx))
}
