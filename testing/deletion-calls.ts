import { insertUser, TEST_PASSWORD } from '#testing/factories.ts'
import type { Answer, TestApp } from '#testing/test-app.ts'

export type Member = Awaited<ReturnType<typeof newMember>>

export async function newMember(app: TestApp, email?: string) {
  const account = await insertUser(app.ctx, {
    role: 'PRO_USER',
    ...(email !== undefined && { email }),
  })
  return { ...account, ...(await app.openSession(account.userId)) }
}

export const proof = { currentPassword: TEST_PASSWORD }

export const requestDeletion = ({ send }: Pick<Member, 'send'>, payload: object = proof) =>
  send({ method: 'POST', url: '/api/users/deletion', payload })

export const codeOf = (answer: Answer) => (answer.statusCode === 200 ? 200 : answer.json().code)

export const accountExists = async (
  app: TestApp,
  { userId }: Pick<Member, 'userId'>,
): Promise<boolean> =>
  (await app.ctx.db.selectFrom('users').select('id').where('id', '=', userId).execute()).length ===
  1
