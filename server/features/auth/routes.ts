import * as api from '#contracts/auth.ts'
import { type App, route } from '#server/route.ts'
import { emailSignin } from './email-signin.ts'
import { emailSignup } from './email-signup.ts'
import { forgotPassword } from './forgot-password.ts'
import { getMe } from './get-me.ts'
import { logout } from './logout.ts'
import { createMailRequestLimits } from './mail-request-limits.ts'
import { resendVerification } from './resend-verification.ts'
import { checkResetToken, resetPassword } from './reset-password.ts'
import { verifyEmail } from './verify-email.ts'

export function authRoutes(app: App): void {
  const mailRequestLimits = createMailRequestLimits(app.ctx.db)
  route(app, api.emailSignup, ({ ctx, body }) => emailSignup({ ...ctx, mailRequestLimits }, body))
  route(app, api.emailSignin, ({ ctx, body }) => emailSignin(ctx, body))
  route(app, api.verifyEmail, ({ ctx, query }) => verifyEmail(ctx, query))
  route(app, api.resendVerification, ({ ctx, body }) =>
    resendVerification({ ...ctx, mailRequestLimits }, body),
  )
  route(app, api.forgotPassword, ({ ctx, body }) => forgotPassword({ ...ctx, mailRequestLimits }, body))
  route(app, api.validateResetToken, ({ ctx, query }) => checkResetToken(ctx, query))
  route(app, api.resetPassword, ({ ctx, body }) => resetPassword(ctx, body))
  route(app, api.getMe, ({ ctx }) => getMe(ctx))
  route(app, api.logout, ({ ctx }) => logout(ctx))
}
