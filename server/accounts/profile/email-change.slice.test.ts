import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  changePassword,
  createAccountCalls,
  NEW_PASSWORD,
  prove,
  putProfile,
} from '#testing/account-calls.ts'
import { emptyTables, TEST_PASSWORD } from '#testing/factories.ts'
import { readMails, readToken } from '#testing/read-mails.ts'
import { useTestApp } from '#testing/shared-app.ts'
import { codeOf, inTurn, post, refusal, type TestAccount } from '#testing/test-app.ts'

const app = useTestApp()
const { openLink, signInWith, userRow } = createAccountCalls(() => app)
beforeEach(() => emptyTables(app.ctx, 'request_limits', 'outgoing_mails'))

const change = (own: TestAccount, email: string) =>
  putProfile(own, { email, currentPassword: TEST_PASSWORD })

async function resetPassword({ email }: TestAccount) {
  await post(app.anonymous, '/api/auth/forgot-password', { email })
  const token = await readToken(app.ctx, 'reset_password')
  const payload = { token, newPassword: NEW_PASSWORD, confirmPassword: NEW_PASSWORD }
  return post(app.anonymous, '/api/auth/reset-password', payload)
}

/**
 * The first change to this address finds that a sign-up took it a moment before; a sequence
 * remembers through the rollback.
 */
async function signUpBehind(email: string): Promise<AsyncDisposable> {
  const run = (statement: string) => sql.raw(statement).execute(app.ctx.db)
  await run(`create sequence raced`)
  await run(`create function race() returns trigger language plpgsql as $$ begin
    if new.email_key = '${email}' and nextval('raced') = 1 then
      insert into users (id, email, email_key, first_name, last_name, role, created_at)
      values (gen_random_uuid(), '${email}', '${email}', 'Eve', '', 'GUEST', now());
    end if;
    return new; end $$`)
  await run(`create trigger race before update on users for each row execute function race()`)
  return {
    [Symbol.asyncDispose]: async () => {
      await run('drop function race cascade')
      await run('drop sequence raced')
    },
  }
}

describe('a new address', () => {
  test('that is another spelling of the same mailbox changes nothing', async () => {
    const own = await app.newAccount('GUEST', 'ada.same@example.test')
    const answer = await putProfile(own, { email: ' ADA.same@EXAMPLE.test' })
    expect(answer.json()).toMatchObject({ email: 'ada.same@example.test', pendingEmail: null })
    expect(await readMails(app.ctx)).toEqual([])
  })

  test('that already has an account gets the same answer; only its owner gets a mail about it', async () => {
    const [own, owner] = [
      await app.newAccount(),
      await app.newAccount('GUEST', 'Owner@example.test'),
    ]
    const taken = await change(own, 'owner@example.test')
    const takenMails = await readMails(app.ctx)
    const free = await change(own, 'nobody@example.test')
    expect(taken.json()).toEqual({ ...free.json(), pendingEmail: 'owner@example.test' })
    expect(taken.statusCode).toBe(free.statusCode)
    expect(takenMails.map(({ kind, recipient }) => [kind, recipient])).toEqual([
      ['already_registered', owner.email],
      ['email_change_notice', own.email],
    ])
    expect(takenMails.every(({ token }) => token === null)).toBe(true)
  })

  test('can be cancelled; its link, and that of an earlier address, stop working', async () => {
    const own = await app.newAccount()
    const tokens = []
    for (const email of ['first@example.test', 'second@example.test']) {
      await change(own, email)
      tokens.push(await readToken(app.ctx, 'confirm_email_change'))
    }
    expect((await openLink(tokens[0])).json().code).toBe('verification_link_invalid')
    const cancel = () => own.send({ method: 'DELETE', url: '/api/users/profile/pending-email' })
    for (let round = 0; round < 2; round += 1)
      expect((await cancel()).json()).toMatchObject({ email: own.email, pendingEmail: null })
    expect((await openLink(tokens[1])).json().code).toBe('verification_link_invalid')
    expect((await userRow(own)).email).toBe(own.email)
    expect(
      (await app.auditKinds(own.userId)).filter((kind) => kind === 'email.change_cancelled'),
    ).toHaveLength(1)
  })

  test.each(['change', 'reset'])(
    'requested by an intruder is dropped by a %s of the password',
    async (way) => {
      const own = await app.newAccount()
      await change(own, `thief-${way}@example.test`)
      const token = await readToken(app.ctx, 'confirm_email_change')
      await (way === 'change' ? changePassword(own) : resetPassword(own))
      expect(await userRow(own)).toMatchObject({ pending_email: null })
      expect(refusal(await openLink(token))).toEqual([400, 'verification_link_invalid', undefined])
      expect(await app.auditKinds(own.userId)).toContain('email.change_cancelled')
      expect((await signInWith(own.email, NEW_PASSWORD)).statusCode).toBe(200)
    },
  )

  test('claimed by a sign-up during its confirmation still goes to the account that proved it', async () => {
    const own = await app.newAccount()
    await change(own, 'raced@example.test')
    const token = await readToken(app.ctx, 'confirm_email_change')
    await using _ = await signUpBehind('raced@example.test')
    expect((await openLink(token)).statusCode).toBe(200)
    expect((await userRow(own)).email).toBe('raced@example.test')
  })

  test('requested by two accounts goes to the one that confirms first', async () => {
    const [first, second] = [await app.newAccount(), await app.newAccount()]
    for (const own of [first, second]) await change(own, 'both@example.test')
    const links = (await readMails(app.ctx)).filter(({ kind }) => kind === 'confirm_email_change')
    const codes = []
    for (const { token } of links) codes.push((await openLink(token)).statusCode)
    expect(codes).toEqual([200, 400])
  })

  test('can be requested five times an hour', async () => {
    const own = await app.newAccount()
    await prove(own)
    const answers = await inTurn(6, (number) =>
      putProfile(own, { email: `try-${number}@example.test` }),
    )
    expect(answers.map(codeOf)).toEqual([...Array(5).fill([200, undefined]), [429, 'rate_limited']])
    expect((await userRow(own)).pending_email).toBe('try-4@example.test')
  })

  test('gets at most five mails an hour, across requesting accounts and spellings', async () => {
    const codes = await inTurn(2, async () => {
      const own = await app.newAccount()
      const requests = await inTurn(3, (number) =>
        change(own, number === 0 ? 'Wanted@example.test' : 'wanted@example.test'),
      )
      return requests.map(({ statusCode }) => statusCode)
    })
    expect(codes).toEqual([
      [200, 200, 200],
      [200, 200, 429],
    ])
  })
})
