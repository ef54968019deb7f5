import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createSignUpCalls } from '#testing/sign-up-calls.ts'
import { type Answer, startTestApp, type TestApp } from '#testing/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ config: { TRUST_PROXY: ['127.0.0.1'] } })
})
afterAll(() => app[Symbol.asyncDispose]())
beforeEach(() => app.ctx.db.deleteFrom('outgoing_mails').execute())

const { newEmail, signUp, signIn, resend, verify, verificationToken, findUser } = createSignUpCalls(
  () => app,
)
const OTHER_PASSWORD = 'Another-horse-8!'

const cookieOf = ({ headers }: Answer) => String(headers['set-cookie']).split(';')[0] ?? ''
const me = (token: string) =>
  app.anonymous({ url: '/api/auth/me', headers: { authorization: `Bearer ${token}` } })

test('the link signs in the browser that signed up, once', async () => {
  const email = newEmail()
  const signedUp = await signUp(email)
  expect(String(signedUp.headers['set-cookie'])).toMatch(/HttpOnly; SameSite=Lax/)
  const [cookie, link] = [cookieOf(signedUp), await verificationToken()]
  const first = await verify(link, { cookie })
  expect((await me(first.json().token)).json().email).toBe(email)
  expect(String(first.headers['set-cookie'])).toContain('Max-Age=0')
  const again = await verify(link, { cookie })
  expect([again.statusCode, again.json().token]).toEqual([200, null])
})

test('a link that is sent again does so too', async () => {
  const email = newEmail()
  const cookie = cookieOf(await signUp(email))
  await verificationToken()
  await app.ctx.db.deleteFrom('outgoing_mails').execute()
  await resend(email)
  const answer = await verify(await verificationToken(), { cookie })
  expect((await me(answer.json().token)).statusCode).toBe(200)
})

test('every other browser confirms the address and has to log in', async () => {
  const stranger = cookieOf(await signUp(newEmail()))
  const values = ['', stranger, 'sign-up=', `${stranger}x`, `x${stranger}`, 'sign-up-2=x']
  for (const cookie of values) {
    await app.ctx.db.deleteFrom('outgoing_mails').execute()
    const email = newEmail()
    await signUp(email)
    const answer = await verify(await verificationToken(), cookie ? { cookie } : {})
    expect([cookie, answer.statusCode, answer.json().token]).toEqual([cookie, 200, null])
    expect(answer.headers['set-cookie']).toBeUndefined()
    expect((await signIn(email)).statusCode).toBe(200)
  }
})

test('the browser of a second sign-up with another password is not signed in by the first link', async () => {
  const email = newEmail()
  await signUp(email)
  const link = await verificationToken()
  const cookie = cookieOf(await signUp(email, { password: OTHER_PASSWORD }))
  const answer = await verify(link, { cookie })
  expect(answer.json().token ?? null).toBeNull()
})

test('a link that was read before it was opened signs nobody in', async () => {
  const email = newEmail()
  const cookie = cookieOf(await signUp(email))
  const link = await verificationToken()
  await verify(link)
  expect((await verify(link, { cookie })).json().token).toBeNull()
})

test('a locked account is confirmed and stays out', async () => {
  const email = newEmail()
  const cookie = cookieOf(await signUp(email))
  const link = await verificationToken()
  await app.ctx.db
    .updateTable('users')
    .set({ locked_at: app.ctx.clock.now() })
    .where('email', '=', email)
    .execute()
  const answer = await verify(link, { cookie })
  expect([answer.statusCode, answer.json().token]).toEqual([200, null])
  expect((await findUser(email))?.email_verified_at).not.toBeNull()
})
