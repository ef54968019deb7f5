import { readdirSync, readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { sharedByTests } from '#testing/shared-by-tests.ts'
import { recordAuditEvent } from '#server/platform/audit-trail.ts'
import { newToken } from '#server/platform/secrets/opaque-token.ts'
import { changeUser, emptyTables, TEST_PASSWORD } from '#testing/factories.ts'
import { readMails } from '#testing/read-mails.ts'
import {
  type Answer,
  post,
  startTestApp,
  type TestAccount,
  type TestApp,
} from '#testing/test-app.ts'
import { beginSignIn } from '#testing/identity-app.ts'
import { startTestIssuer, type TestIssuer } from '#testing/test-issuer.ts'

const issuer: TestIssuer = sharedByTests(() => startTestIssuer({ now: () => app.ctx.now() }))
const app: TestApp = sharedByTests(() => startTestApp({ config: { ...issuer.config } }))
beforeEach(async () => {
  await emptyTables(app.ctx, 'request_limits')
})

const NEW_PASSWORD = 'Better-Staple-9!'
const ask = (url: string, payload: object) => post(app.anonymous, url, payload)

const signIn = ({ email }: TestAccount, password = TEST_PASSWORD) =>
  ask('/api/auth/email-signin', { email, password })
const mailedToken = async () =>
  (await readMails(app.ctx)).findLast(({ token }) => token)?.token ?? ''
const requestDeletion = ({ userId }: TestAccount) =>
  changeUser(app.ctx.db, userId, { deletion_requested_at: app.ctx.now() })

async function signInByProvider({ email }: TestAccount, wrong: object = {}): Promise<Answer> {
  const { nonce, cookie } = await beginSignIn(app.anonymous)
  return app.anonymous({
    method: 'POST',
    url: '/api/auth/google-signin',
    headers: { cookie },
    payload: { idToken: await issuer.sign({ nonce, sub: email, email, ...wrong }) },
  })
}

/** The action, its answer, and the one entry that the security log must then hold. */
const deeds: [string, number, string, object, (own: TestAccount) => Promise<Answer>][] = [
  ['a sign-in', 200, 'signin.succeeded', {}, (own) => signIn(own)],
  ['a wrong password', 401, 'signin.failed', {}, (own) => signIn(own, 'Wrong-horse-7')],
  [
    'an address without an account',
    401,
    'signin.failed',
    {},
    (own) => signIn({ ...own, email: 'nobody@example.test' }),
  ],
  [
    'a sign-in before the address is confirmed',
    403,
    'access.refused',
    { endpoint: 'emailSignin', code: 'email_unverified' },
    async (own) => (
      await changeUser(app.ctx.db, own.userId, { email_verified_at: null }),
      signIn(own)
    ),
  ],
  [
    'a sign-in to an account that is being deleted',
    403,
    'access.refused',
    { endpoint: 'emailSignin', code: 'deletion_requested' },
    async (own) => (await requestDeletion(own), signIn(own)),
  ],
  [
    'the same by the provider',
    403,
    'access.refused',
    { endpoint: 'googleSignin', code: 'deletion_requested' },
    async (own) => (await requestDeletion(own), signInByProvider(own)),
  ],
  [
    'an ID token for another user',
    401,
    'identity.refused',
    { reason: 'claim_aud' },
    (own) => signInByProvider(own, { aud: 'another-app' }),
  ],
  [
    'a call beyond the plan',
    403,
    'access.plan_required',
    { endpoint: 'listStores' },
    (own) => own.send('/api/stores'),
  ],
  [
    'a deletion without a proof',
    403,
    'access.refused',
    { endpoint: 'deleteAccount', code: 'fresh_sign_in_required' },
    ({ send }) => post(send, '/api/users/deletion', {}),
  ],
  [
    'the wish for a new password',
    200,
    'password.reset_requested',
    {},
    ({ email }) => ask('/api/auth/forgot-password', { email }),
  ],
]

const eventsNow = () =>
  app.ctx.db
    .selectFrom('audit_events')
    .select(['kind', 'detail', 'user_id', 'network'])
    .select(sql<string>`to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`.as('at'))

test.each(deeds)(
  '%s answers %i and adds exactly one event to the security log: %s %j',
  { tags: ['check-96'] },
  async (_deed, status, kind, detail, act) => {
    const own = await app.newAccount()
    await emptyTables(app.ctx, 'audit_events')
    const answer = await act(own)
    expect(answer.statusCode).toBe(status)
    const [event, ...others] = await eventsNow().execute()
    expect(others).toEqual([])
    expect(event).toMatchObject({
      kind,
      detail,
      at: app.ctx.now().toISOString(),
      network: '127.0.0.1/32',
    })
    expect([own.userId, null]).toContain(event?.user_id)
  },
)

test(
  'a password reset adds one event when requested and one when completed',
  { tags: ['check-96'] },
  async () => {
    const own = await app.newAccount()
    await ask('/api/auth/forgot-password', { email: own.email })
    const passwords = { newPassword: NEW_PASSWORD, confirmPassword: NEW_PASSWORD }
    const reset = { token: await mailedToken(), ...passwords }
    await emptyTables(app.ctx, 'audit_events')
    expect((await ask('/api/auth/reset-password', reset)).statusCode).toBe(200)
    expect((await ask('/api/auth/reset-password', reset)).statusCode).toBe(400)
    const events = await eventsNow().execute()
    expect(events.map(({ kind, user_id }) => [kind, user_id])).toEqual([
      ['password.reset', own.userId],
    ])
  },
)

test(
  'a guest who repeats refused calls fills one row of the security log per call and hour',
  { tags: ['check-96'] },
  async () => {
    const own = await app.newAccount()
    const events = () =>
      app.ctx.db
        .selectFrom('audit_events')
        .select(['kind', 'times'])
        .select(sql<string>`detail ->> 'endpoint'`.as('endpoint'))
        .where('user_id', '=', own.userId)
        .where('kind', '=', 'access.plan_required')
        .orderBy('at')
        .orderBy('times')
        .execute()
    const repeat = (url: string, times: number) =>
      Promise.all(
        Array.from({ length: times }, () => own.send(url).then(({ statusCode }) => statusCode)),
      )
    expect(new Set(await repeat('/api/stores', 25))).toEqual(new Set([403]))
    await repeat('/api/today', 3)
    const kind = 'access.plan_required'
    const firstHour = [
      { kind, times: 3, endpoint: 'getToday' },
      { kind, times: 25, endpoint: 'listStores' },
    ]
    expect(await events()).toEqual(firstHour)
    app.ctx.clock.advance(60 * 60_000)
    await repeat('/api/stores', 2)
    expect(await events()).toEqual([...firstHour, { kind, times: 2, endpoint: 'listStores' }])
  },
)

test(
  'code that changes the role of an account records it in the security log',
  { tags: ['check-96'] },
  () => {
    const server = new URL('../', import.meta.url)
    const files = readdirSync(server, { recursive: true, encoding: 'utf8' })
    const changing = files
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
      .map((file) => ({
        file,
        text: readFileSync(new URL(file.replaceAll('\\', '/'), server), 'utf8'),
      }))
      .filter(({ text }) => /\.set\(\s*\{[^}]*\brole\b|update users set[^`]*\brole\b/.test(text))
    expect(
      changing.filter(({ text }) => !text.includes("'role.changed'")).map(({ file }) => file),
    ).toEqual([])
  },
)

test('a token in a detail does not reach the security log', async () => {
  const token = newToken('sdk_')
  await recordAuditEvent(app.ctx, {
    kind: 'operator.action',
    userId: null,
    network: null,
    detail: { target: token, note: `from ?key=${token}` },
  })
  const { rows } = await sql<{ row: string }>`
    select audit_events::text as row from audit_events`.execute(app.ctx.db)
  expect(rows.map(({ row }) => row).join()).toContain('from ?key=redacted')
  expect(rows.map(({ row }) => row).join()).not.toContain(token)
})
