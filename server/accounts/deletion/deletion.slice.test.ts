import { beforeEach, describe, expect, test } from 'vitest'
import { DAY_MS } from '#contracts/dates.ts'
import { accountExists, codeOf, proof, requestDeletion } from '#testing/deletion-calls.ts'
import { emptyTables, TEST_PASSWORD } from '#testing/factories.ts'
import { readMails, readToken } from '#testing/read-mails.ts'
import { putProfile } from '#testing/account-calls.ts'
import { post, type TestAccount } from '#testing/test-app.ts'
import { textsOf } from '#testing/texts.ts'
import { useTestApp } from '#testing/shared-app.ts'

const NOON = '2026-03-10T12:00:00.000Z'

const app = useTestApp()
beforeEach(async () => {
  app.ctx.clock.set(NOON)
  await emptyTables(app.ctx, 'request_limits', 'outgoing_mails')
})

const undo = (token: string) => post(app.anonymous, '/api/auth/undo-deletion', { token })
const signIn = ({ email }: TestAccount) =>
  post(app.anonymous, '/api/auth/email-signin', { email, password: TEST_PASSWORD })

describe('a deletion', () => {
  test('requires a proof', async () => {
    const own = await app.newAccount()
    expect(codeOf(await requestDeletion(own, {}))).toBe('fresh_sign_in_required')
    expect(codeOf(await requestDeletion(own, { currentPassword: 'Wrong-horse-7' }))).toBe(
      'wrong_password',
    )
    expect(codeOf(await own.send('/api/auth/me'))).toBe(200)
    expect(await readMails(app.ctx)).toEqual([])
  })

  test(
    'closes the account at once, in every process, and the link in its mail restores it',
    { tags: ['settings-preferences.delete-no-call', 'check-18'] },
    async () => {
      await using another = await app.startAnother()
      const own = await app.newAccount()
      const phone = await app.openSession(own.userId)
      await putProfile(own, { email: 'elsewhere@example.test', ...proof })
      const change = await readToken(app.ctx, 'confirm_email_change')
      const answer = await requestDeletion(own)
      expect([answer.statusCode, answer.json().erasedAt]).toEqual([200, '2026-04-09T12:00:00.000Z'])
      expect(codeOf(await requestDeletion(own))).toBe('session_expired')
      for (const { token } of [own, phone])
        for (const server of [app.fastify, another]) {
          const headers = { authorization: `Bearer ${token}` }
          expect((await server.inject({ url: '/api/auth/me', headers })).statusCode).toBe(401)
        }
      expect(codeOf(await signIn(own))).toBe('deletion_requested')
      const verify = await app.anonymous({
        url: '/api/auth/verify-email',
        query: { token: change },
      })
      expect(codeOf(verify)).toBe('verification_link_invalid')

      const token = await readToken(app.ctx, 'deletion_requested')
      for (let round = 0; round < 2; round += 1) {
        const undone = await undo(token)
        expect([undone.statusCode, undone.json()]).toEqual([
          200,
          { message: textsOf('en').t('errors:done_deletion_undone') },
        ])
      }
      expect((await own.send('/api/auth/me')).statusCode).toBe(401)
      expect(codeOf(await signIn(own))).toBe(200)
      expect(await app.auditKinds(own.userId, 'account.deletion')).toEqual([
        'account.deletion_requested',
        'account.deletion_undone',
      ])
    },
  )

  test('requested by two parallel calls sends one mail and counts from the first', async () => {
    const own = await app.newAccount()
    const answers = await Promise.all([requestDeletion(own), requestDeletion(own)])
    expect(answers.filter(({ statusCode }) => statusCode === 200).length).toBeGreaterThan(0)
    expect(answers.every(({ statusCode }) => statusCode === 200 || statusCode === 401)).toBe(true)
    expect((await readMails(app.ctx)).map(({ kind }) => kind)).toEqual(['deletion_requested'])
  })

  test('is not undone by the link of an earlier deletion, nor after 30 days', async () => {
    const own = await app.newAccount()
    await requestDeletion(own)
    const first = await readToken(app.ctx, 'deletion_requested')
    await undo(first)
    await requestDeletion({ ...own, ...(await app.openSession(own.userId)) })
    expect(codeOf(await undo(first))).toBe('undo_link_invalid')
    expect(codeOf(await undo(`${first.slice(0, -1)}x`))).toBe('undo_link_invalid')
    const second = await readToken(app.ctx, 'deletion_requested')
    app.ctx.clock.advance(DAY_MS)
    await post(app.anonymous, '/api/auth/forgot-password', { email: own.email })
    const third = await readToken(app.ctx, 'reset_password')
    expect(codeOf(await undo(second))).toBe('undo_link_invalid')
    app.ctx.clock.set(new Date(Date.parse(NOON) + 30 * DAY_MS))
    expect(codeOf(await undo(third))).toBe('undo_link_expired')
    app.ctx.clock.advance(-1_000)
    expect(codeOf(await undo(third))).toBe(200)
    expect(await accountExists(app, own)).toBe(true)
  })
})
