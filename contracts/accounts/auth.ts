import * as z from 'zod/mini'
import { byId, Done, endpoint } from '#contracts/endpoint.ts'
import { UserId } from '#contracts/ids.ts'

export const Role = z.enum(['GUEST', 'PRO_USER', 'PLUS_USER'])
export type Role = z.infer<typeof Role>

/** A person without this name is no reason to end their session. */
export const PersonName = z.catch(z.string(), '') // oxlint-disable-line valid-params -- zod's, not a promise's

export const CurrentUser = z.object({
  id: UserId,
  /**
   * A `Role`. Typed as text, so that adding a role does not log out people whose page still runs
   * older code.
   */
  role: z.string(),
  isGuest: z.boolean(),
  firstName: PersonName,
  lastName: PersonName,
  name: PersonName,
  email: z.string(),
  pictureUrl: z.nullable(z.string()),
  /** False for accounts that have only ever signed in through the identity provider. */
  hasPassword: z.boolean(),
})
export type CurrentUser = z.infer<typeof CurrentUser>

/** Longest address that SMTP can carry (RFC 5321, 4.5.3.1.3, without the angle brackets). */
const MAX_EMAIL_LENGTH = 254

export const Email = z.string().check(z.trim(), z.minLength(3), z.maxLength(MAX_EMAIL_LENGTH))
/** Never trimmed. The handler applies the password rules and refuses with their own error codes. */
export const Password = z.string().check(z.minLength(1), z.maxLength(1024))
const Token = z.string().check(z.minLength(1), z.maxLength(512))
/** The token that the identity provider signed, or the sealed form of it that its window got. */
const IdToken = z.string().check(z.minLength(1), z.maxLength(12_288))

const IsoDate = z.string().check(z.minLength(10), z.maxLength(40))

/** Dates that a visitor picked before signing up. */
export const PendingDates = z.discriminatedUnion('mode', [
  z.object({ mode: z.literal('single'), selection: IsoDate }),
  z.object({ mode: z.literal('range'), selection: z.object({ from: IsoDate, to: IsoDate }) }),
])
export type PendingDates = z.infer<typeof PendingDates>

export const emailSignup = endpoint({
  name: 'emailSignup',
  method: 'POST',
  path: '/api/auth/email-signup',
  access: 'public',
  summary:
    'Create an account and mail a link that confirms its address. The answer is the same whether or not the address already has an account.',
  body: z.object({
    email: Email,
    password: Password,
    name: z.string().check(z.trim(), z.minLength(1), z.maxLength(120)),
    /**
     * Stored with the sign-up, so that the dates survive when the mail link opens in another
     * browser.
     */
    pendingDates: z.optional(PendingDates),
  }),
  response: Done,
})

export const emailSignin = endpoint({
  name: 'emailSignin',
  method: 'POST',
  path: '/api/auth/email-signin',
  access: 'public',
  summary:
    'Sign in with e-mail and password; the answer holds the bearer token for all other calls.',
  body: z.object({
    email: Email,
    password: Password,
    /** The session lasts 30 days instead of 12 hours. */
    rememberMe: z.optional(z.boolean()),
  }),
  response: z.object({ token: z.string() }),
})

export const startIdentity = endpoint({
  name: 'startIdentity',
  method: 'POST',
  path: '/api/auth/identity/start',
  access: 'public',
  summary:
    'Begin a sign-in at the identity provider. Returns the address of its popup, and sets the cookie that binds the sign-in to this browser.',
  response: z.object({
    authorizationUrl: z.url(),
    /**
     * Returned with the answer. The browser rejects an answer with a different state, because
     * another request started it.
     */
    state: z.string(),
  }),
})

export const googleSignin = endpoint({
  name: 'googleSignin',
  method: 'POST',
  path: '/api/auth/google-signin',
  access: 'public',
  summary:
    'Sign in, or sign up, with the ID token of the identity provider, in the browser that began the sign-in.',
  body: z.object({ idToken: IdToken, rememberMe: z.optional(z.boolean()) }),
  response: z.object({ token: z.string() }),
})

export const verifyEmail = endpoint({
  name: 'verifyEmail',
  method: 'GET',
  path: '/api/auth/verify-email',
  access: 'public',
  summary:
    'Confirm an address with the token from its mail. Repeated calls succeed and change nothing. The browser that signed up, known by a cookie, is signed in by the call that confirms.',
  query: z.object({ token: Token }),
  response: z.object({
    message: z.string(),
    /** Why the mail was sent. */
    purpose: z.enum(['sign_up', 'email_change']),
    pendingDates: z.nullable(PendingDates),
    /** Of the new session; null for every other browser, and for repeated calls. */
    token: z.nullable(z.string()),
  }),
})

export const resendVerification = endpoint({
  name: 'resendVerification',
  method: 'POST',
  path: '/api/auth/resend-verification',
  access: 'public',
  summary: 'Send the confirmation mail again. The answer is the same for every address.',
  body: z.object({ email: Email }),
  response: Done,
})

export const forgotPassword = endpoint({
  name: 'forgotPassword',
  method: 'POST',
  path: '/api/auth/forgot-password',
  access: 'public',
  summary: 'Send a link to set a new password. The answer is the same for every address.',
  body: z.object({ email: Email }),
  response: Done,
})

export const validateResetToken = endpoint({
  name: 'validateResetToken',
  method: 'GET',
  path: '/api/auth/validate-reset-token',
  access: 'public',
  summary: 'Check whether a password reset link still works. Checking does not use it up.',
  query: z.object({ token: Token }),
  response: Done,
})

export const resetPassword = endpoint({
  name: 'resetPassword',
  method: 'POST',
  path: '/api/auth/reset-password',
  access: 'public',
  summary: 'Set a new password with the token from the mail. Ends every session of the account.',
  body: z.object({ token: Token, newPassword: Password, confirmPassword: Password }),
  response: Done,
})

export const getMe = endpoint({
  name: 'getMe',
  method: 'GET',
  path: '/api/auth/me',
  access: 'session',
  summary: 'The signed-in account.',
  response: CurrentUser,
})

export const logout = endpoint({
  name: 'logout',
  method: 'POST',
  path: '/api/auth/logout',
  access: 'session',
  summary: 'Revoke the session of this token.',
  response: Done,
})

export const logoutEverywhere = endpoint({
  name: 'logoutEverywhere',
  method: 'POST',
  path: '/api/auth/logout-everywhere',
  access: 'session',
  summary: 'Revoke every session of the account, including this one.',
  response: Done,
})

export const SessionInfo = z.object({
  id: z.uuid(),
  isCurrent: z.boolean(),
  /**
   * From the user agent, e.g. `Firefox` on `Windows`; null when the user agent does not name it.
   */
  browser: z.nullable(z.string()),
  system: z.nullable(z.string()),
  kind: z.enum(['desktop', 'mobile', 'tablet', 'unknown']),
  rememberMe: z.boolean(),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
})
export type SessionInfo = z.infer<typeof SessionInfo>

export const listSessions = endpoint({
  name: 'listSessions',
  method: 'GET',
  path: '/api/auth/sessions',
  access: 'session',
  summary: 'List the sessions of the account: this one first, then the most recently used.',
  response: z.object({ sessions: z.array(SessionInfo) }),
})

export const revokeSession = endpoint({
  name: 'revokeSession',
  method: 'DELETE',
  path: '/api/auth/sessions/:id',
  access: 'session',
  summary: 'Sign out one session of the account.',
  params: byId,
  response: Done,
})

export const reauthenticate = endpoint({
  name: 'reauthenticate',
  method: 'POST',
  path: '/api/auth/reauthenticate',
  access: 'session',
  summary:
    'Confirm the identity again, by password or through the identity provider. For ten minutes, the session may make the calls that require it.',
  body: z.object({ password: z.optional(Password), idToken: z.optional(IdToken) }),
  response: Done,
})

export const undoDeletion = endpoint({
  name: 'undoDeletion',
  method: 'POST',
  path: '/api/auth/undo-deletion',
  access: 'public',
  summary: 'Undo the deletion of an account with the token from its mail.',
  body: z.object({ token: Token }),
  response: Done,
})

/** Path to which the identity provider redirects its window. */
export const IDENTITY_WINDOW_PATH = '/auth/callback'

/**
 * Channel between that window and the page that opened it. Both are our own pages, and it works
 * even where the browser cuts their `opener` link.
 */
export const IDENTITY_CHANNEL = 'storedawn-identity'

/**
 * The provider's answer, with the ID token sealed, and the confirmation from the page that waited
 * for the answer.
 */
export const IdentityWindowMessage = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('answered'),
    state: z.string().check(z.maxLength(512)),
    idToken: z.optional(IdToken),
    error: z.optional(z.string()),
  }),
  z.object({ kind: z.literal('taken'), state: z.string().check(z.maxLength(512)) }),
])
export type IdentityWindowMessage = z.infer<typeof IdentityWindowMessage>
