import { Secret, TOTP } from 'otpauth'
import type { UserId } from '#contracts/ids.ts'
import { enrolOperator } from '#server/operator/api.ts'
import { insertUser } from '#testing/factories.ts'
import { post, type TestApp } from '#testing/test-app.ts'

export const codeAt = (secret: string, at: Date): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at.getTime() })

export async function insertOperator(app: TestApp) {
  const { userId, email } = await insertUser(app.ctx)
  const enrolment = await enrolOperator(app.ctx, email)
  if (!enrolment) throw new Error('the operator was not enrolled')
  return { userId, email, secret: enrolment.secret, ...(await app.openSession(userId)) }
}

export async function openConsole(app: TestApp) {
  const operator = await insertOperator(app)
  const code = codeAt(operator.secret, app.ctx.now())
  const answer = await post(operator.send, '/api/operator/session', { code })
  if (answer.statusCode !== 200) throw new Error(`the console did not open: ${answer.body}`)
  return operator
}

export async function openLastingConsole(
  app: TestApp,
  userId: UserId,
  until = new Date(app.ctx.now().getTime() + 24 * 3_600_000),
) {
  const { db, now } = app.ctx
  const session = await app.openSession(userId)
  await db
    .insertInto('operators')
    .values({ user_id: userId, totp_secret: '', totp_step: null, created_at: now() })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await db
    .updateTable('sessions')
    .set({ operator_until: until })
    .where('user_id', '=', userId)
    .execute()
  return session
}
