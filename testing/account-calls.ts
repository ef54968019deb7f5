import { TEST_PASSWORD } from '#testing/factories.ts'
import type { TestAccount } from '#testing/test-app.ts'

export const NEW_PASSWORD = 'Better-Staple-9!'

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
  send({ method: 'POST', url: '/api/auth/reauthenticate', payload: { password: TEST_PASSWORD } })
