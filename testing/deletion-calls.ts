import { TEST_PASSWORD } from '#testing/factories.ts'
import { type Answer, post, type TestAccount, type TestApp } from '#testing/test-app.ts'

export const proof = { currentPassword: TEST_PASSWORD }

export const requestDeletion = ({ send }: Pick<TestAccount, 'send'>, payload: object = proof) =>
  post(send, '/api/users/deletion', payload)

export const codeOf = (answer: Answer) => (answer.statusCode === 200 ? 200 : answer.json().code)

export const accountExists = async (
  app: TestApp,
  { userId }: Pick<TestAccount, 'userId'>,
): Promise<boolean> =>
  (await app.ctx.db.selectFrom('users').select('id').where('id', '=', userId).execute()).length ===
  1
