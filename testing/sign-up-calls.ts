import { TEST_PASSWORD } from '#testing/factories.ts'
import { type ReadMail, readMails, readToken } from '#testing/read-mails.ts'
import { type From, postFrom, type TestApp } from '#testing/test-app.ts'

const PASSWORD = `${TEST_PASSWORD}!`

/** Calls of a person who signs up; the app must trust `x-forwarded-for`. */
export function createSignUpCalls(app: () => TestApp) {
  const post = (path: string, payload: object, options?: From) =>
    postFrom(app(), `/api/auth/${path}`, payload, options)
  let count = 0
  return {
    newEmail: () => `new-${(count += 1)}@example.test`,
    signUp: (email: string, more: object = {}, options?: From) =>
      post('email-signup', { email, password: PASSWORD, name: 'Ada King Byron', ...more }, options),
    signIn: (email: string, password = PASSWORD) => post('email-signin', { email, password }),
    resend: (email: string, options?: From) => post('resend-verification', { email }, options),
    verify: (token: string, headers = {}) =>
      app().anonymous({
        url: `/api/auth/verify-email?token=${encodeURIComponent(token)}`,
        headers,
      }),
    mails: () => readMails(app().ctx),
    verificationToken: () => readToken(app().ctx, 'verify_sign_up'),
    findUser: (email: string) =>
      app().ctx.db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst(),
  }
}

export const kinds = (found: ReadMail[]) =>
  found.map(({ kind, recipient }) => `${kind} to ${recipient}`)
