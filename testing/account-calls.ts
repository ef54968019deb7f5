import type { UserId } from '#contracts/ids.ts'
import { insertUser, TEST_PASSWORD } from '#testing/factories.ts'
import type { TestApp } from '#testing/test-app.ts'

export const NEW_PASSWORD = 'Better-Staple-9!'

export type Account = { userId: UserId; email: string; token: string } & Pick<
  Awaited<ReturnType<TestApp['openSession']>>,
  'send'
>

/** A guest account with `TEST_PASSWORD` and a session. */
export async function newAccount(app: TestApp, email?: string): Promise<Account> {
  const account = await insertUser(app.ctx, {
    role: 'GUEST',
    ...(email !== undefined && { email }),
  })
  return { ...account, ...(await app.openSession(account.userId)) }
}

export const putProfile = ({ send, email }: Account, payload: object) =>
  send({
    method: 'PUT',
    url: '/api/users/profile',
    payload: { firstName: 'Ada', lastName: 'Byron', email, ...payload },
  })

export const changePassword = ({ send }: Account, payload: object = {}) =>
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

export const prove = ({ send }: Account) =>
  send({ method: 'POST', url: '/api/auth/reauthenticate', payload: { password: TEST_PASSWORD } })
