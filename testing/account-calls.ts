import { TEST_PASSWORD } from '#testing/factories.ts'
import { post, type TestAccount, type TestApp } from '#testing/test-app.ts'

export const NEW_PASSWORD = 'Better-Staple-9!'

export const createAccountCalls = (app: () => TestApp) => ({
  signInWith: (email: string, password: string) =>
    post(app().anonymous, '/api/auth/email-signin', { email, password }),
  openLink: (token: string | null | undefined) =>
    app().anonymous({ url: '/api/auth/verify-email', query: { token: token ?? '' } }),
  userRow: ({ userId }: TestAccount) =>
    app().ctx.db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirstOrThrow(),
})

export const putProfile = ({ send, email }: TestAccount, payload: object) =>
  send({
    method: 'PUT',
    url: '/api/users/profile',
    payload: { firstName: 'Ada', lastName: 'Byron', email, ...payload },
  })

export const changePassword = ({ send }: TestAccount, payload: object = {}) =>
  send({
    method: 'PUT',
    url: '/api/users/password',
    payload: {
      currentPassword: TEST_PASSWORD,
      newPassword: NEW_PASSWORD,
      confirmPassword: NEW_PASSWORD,
      ...payload,
    },
  })

export const prove = ({ send }: TestAccount) =>
  post(send, '/api/auth/reauthenticate', { password: TEST_PASSWORD })
