import * as integrationsApi from '#contracts/workspace/integrations.ts'
import * as api from '#contracts/accounts/auth.ts'
import * as secondFactorApi from '#contracts/accounts/second-factor.ts'
import * as usersApi from '#contracts/accounts/users.ts'
import { limits } from '#server/accounts/limits.ts'
import { createCookies } from '#server/platform/http/cookies.ts'
import { type App, requestContext, route } from '#server/platform/http/route.ts'
import type { AccountServices } from './context.ts'
import { deleteAccount, undoDeletion } from './deletion/delete-account.ts'
import { exportAccount } from './deletion/exported-parts.ts'
import { googleSignin, receiveAnswer, startIdentity } from './identity-provider/google-sign-in.ts'
import { sendIdentityWindow } from './identity-provider/identity-window.ts'
import { changePassword } from './password/change-password.ts'
import { checkResetLink, forgotPassword, resetPassword } from './password/password-reset.ts'
import { getPhoto, PHOTO_PATH, removePhoto, uploadPhoto } from './profile/photos.ts'
import {
  cancelEmailChange,
  getMe,
  getPreferences,
  getProfile,
  updatePreferences,
  updateProfile,
} from './profile/profile.ts'
import {
  beginSecondFactor,
  confirmSecondFactor,
  endSecondFactor,
  getSecondFactor,
} from './second-factor/second-factor.ts'
import { createApiKey, deleteApiKey, listApiKeys } from './sessions/api-keys.ts'
import { reauthenticate } from './sessions/reauthentication.ts'
import { listSessions, logout, logoutEverywhere, revokeSession } from './sessions/sessions.ts'
import { emailSignin, finishSignin } from './sign-in/sign-in.ts'
import { resendVerification, verifyEmail } from './sign-up/email-verification.ts'
import { emailSignup } from './sign-up/sign-up.ts'

export function authRoutes(app: App<AccountServices>): void {
  route(app, api.emailSignup, ({ ctx, cookies, body }) => emailSignup(ctx, cookies, body))
  route(app, api.emailSignin, ({ ctx, body }) => emailSignin(ctx, body))
  route(app, secondFactorApi.finishSignin, ({ ctx, body }) => finishSignin(ctx, body))
  route(app, api.verifyEmail, ({ ctx, cookies, query }) => verifyEmail(ctx, cookies, query))
  route(app, api.resendVerification, ({ ctx, body }) => resendVerification(ctx, body), {
    limits: [limits.verificationNetwork],
  })
  route(app, api.forgotPassword, ({ ctx, body }) => forgotPassword(ctx, body), {
    limits: [limits.resetNetwork],
  })
  route(app, api.validateResetToken, ({ ctx, query }) => checkResetLink(ctx, query))
  route(app, api.resetPassword, ({ ctx, body }) => resetPassword(ctx, body))
  route(app, api.getMe, ({ ctx }) => getMe(ctx))
  route(app, api.logout, ({ ctx }) => logout(ctx))
}

export function identityRoutes(app: App<AccountServices>): void {
  const redirectUri = () => `${originOf(app)}${api.IDENTITY_WINDOW_PATH}`
  route(app, api.startIdentity, ({ ctx, cookies }) => startIdentity(ctx, cookies, redirectUri()))
  route(app, api.googleSignin, ({ ctx, cookies, body }) => googleSignin(ctx, cookies, body))
  app.server.get(api.IDENTITY_WINDOW_PATH, async (request, reply) => {
    const cookies = createCookies(request, reply, app.ctx.config.PUBLIC_ORIGIN)
    const input = { query: request.query, redirectUri: redirectUri() }
    const answer = await receiveAnswer(requestContext(app, request), cookies, input)
    return sendIdentityWindow(app.say, request, reply, answer)
  })
}

/** With PORT=0 the configured origin lacks its port, which is known once the server listens. */
function originOf({ ctx, server }: App): string {
  const { PUBLIC_ORIGIN } = ctx.config
  if (!PUBLIC_ORIGIN.endsWith(':0')) return PUBLIC_ORIGIN
  const bound = server.addresses().at(0)
  return typeof bound === 'object' ? PUBLIC_ORIGIN.replace(/0$/, String(bound.port)) : PUBLIC_ORIGIN
}

export function sessionRoutes(app: App<AccountServices>): void {
  route(app, api.listSessions, ({ ctx }) => listSessions(ctx))
  route(app, api.revokeSession, ({ ctx, params }) => revokeSession(ctx, params.id))
  route(app, api.logoutEverywhere, ({ ctx }) => logoutEverywhere(ctx))
  route(app, api.reauthenticate, ({ ctx, cookies, body }) => reauthenticate(ctx, cookies, body))
  route(app, integrationsApi.listApiKeys, ({ ctx }) => listApiKeys(ctx))
  route(app, integrationsApi.createApiKey, ({ ctx, body }) => createApiKey(ctx, body))
  route(app, integrationsApi.deleteApiKey, ({ ctx, params }) => deleteApiKey(ctx, params.id))
}

export function secondFactorRoutes(app: App<AccountServices>): void {
  route(app, secondFactorApi.getSecondFactor, ({ ctx }) => getSecondFactor(ctx))
  route(app, secondFactorApi.beginSecondFactor, ({ ctx }) => beginSecondFactor(ctx))
  route(app, secondFactorApi.confirmSecondFactor, ({ ctx, body }) => confirmSecondFactor(ctx, body))
  route(app, secondFactorApi.endSecondFactor, ({ ctx, body }) => endSecondFactor(ctx, body))
}

export function userRoutes(app: App<AccountServices>): void {
  route(app, usersApi.getProfile, ({ ctx }) => getProfile(ctx))
  route(app, usersApi.updateProfile, ({ ctx, body }) => updateProfile(ctx, body))
  route(app, usersApi.cancelEmailChange, ({ ctx }) => cancelEmailChange(ctx))
  route(app, usersApi.changePassword, ({ ctx, body }) => changePassword(ctx, body))
  route(app, usersApi.getPreferences, ({ ctx }) => getPreferences(ctx))
  route(app, usersApi.updatePreferences, ({ ctx, body }) => updatePreferences(ctx, body))
  route(app, usersApi.exportAccount, ({ ctx }) => exportAccount(ctx))
  route(app, usersApi.deleteAccount, ({ ctx, body }) => deleteAccount(ctx, body))
  route(app, api.undoDeletion, ({ ctx, body }) => undoDeletion(ctx, body))
}

const YEAR_SECONDS = 365 * 24 * 60 * 60

const HEADERS = {
  'content-type': 'image/webp',
  // A name never refers to another photo. Private: no shared cache keeps a photo that its owner
  // removes.
  'cache-control': `private, max-age=${YEAR_SECONDS}, immutable`,
  'content-disposition': 'inline; filename=photo.webp',
  // Opened directly it is a document, which this policy disables.
  'content-security-policy': `default-src 'none'; sandbox`,
}

export function photoRoutes(app: App<AccountServices>): void {
  route(app, usersApi.uploadPhoto, ({ ctx, readFile }) => uploadPhoto(ctx, readFile), {
    limits: [limits.photo],
  })
  route(app, usersApi.removePhoto, ({ ctx }) => removePhoto(ctx))
  // Not an endpoint value: it answers bytes, and an `<img>` cannot send a bearer token. Knowing the
  // name is the permission.
  app.server.get<{ Params: { name: string } }>(PHOTO_PATH, async ({ params }, reply) => {
    const bytes = await getPhoto(app.ctx, params.name)
    return reply.headers(HEADERS).send(bytes)
  })
}
