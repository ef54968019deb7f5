import { expect, test } from 'vitest'
import { type Language, languages } from '#i18n/languages.ts'
import { mailTexts } from '#server/platform/mail/mail-texts.ts'
import type { Mail, MailContent, MailKind } from '#server/platform/mail/mail.ts'
import { changeUser, insertUser } from '#testing/factories.ts'
import { createTestContext } from '#testing/test-context.ts'
import {
  accountMails,
  alreadyRegisteredMail,
  confirmEmailChangeMail,
  deletionMail,
  emailChangeNoticeMail,
  identityLinkedMail,
  integrationCreatedMail,
  newSignInMail,
  passwordChangedMail,
  resetPasswordMail,
  secondFactorMail,
  verifySignUpMail,
} from './account-mails.ts'
import { sharedByTests } from '#testing/shared-by-tests.ts'

const OPEN = {
  deletion_requested_at: null,
  pending_email: null,
  email_verified_at: '2026-03-01T00:00:00Z',
}

const ctx = sharedByTests(createTestContext)
const user = sharedByTests(() => insertUser(ctx))

const change = (columns: Partial<Record<keyof typeof OPEN, string | null>>) =>
  changeUser(ctx.db, user.userId, { ...OPEN, ...columns })

function compose<Params>(
  { kind }: MailKind<Params>,
  params: Params,
  {
    recipient = user.email,
    language = 'en',
  }: Partial<Pick<Mail<Params>, 'recipient' | 'language'>> = {},
): Promise<MailContent | null> {
  const registered = accountMails.find((mail) => mail.kind === kind)
  if (!registered) throw new Error(`${kind} is not registered`)
  return registered.parseAndCompose(ctx, { recipient, userId: null, language, params })
}

const linksIn = (mail: MailContent | null) =>
  [...(mail?.text ?? '').matchAll(/^http\S+/gm)].map(([link]) => new URL(link))
const pathsIn = (mail: MailContent | null) => linksIn(mail).map(({ pathname }) => pathname)

const signUp = { credentials: { passwordHash: 'x', firstName: 'Bea', lastName: 'B' } }
const signIn = {
  name: 'Ada',
  browser: 'Firefox',
  system: 'Windows',
  at: '2026-03-10T12:00:00.000Z',
}
const notice = { name: 'Ada', newEmail: 'new@example.test' }

test('no account mail is composed for an unknown recipient', async () => {
  const recipient = 'nobody@example.test'
  const written = [
    await compose(verifySignUpMail, signUp, { recipient }),
    await compose(alreadyRegisteredMail, {}, { recipient }),
    await compose(resetPasswordMail, {}, { recipient }),
    await compose(deletionMail, {}, { recipient }),
    await compose(confirmEmailChangeMail, { userId: user.userId }, { recipient }),
  ]
  expect(written).toEqual([null, null, null, null, null])
})

test('the sign-up mail greets with the name given at sign-up, leads to the sample day too, and only goes to an unconfirmed address', async () => {
  await change({})
  expect(await compose(verifySignUpMail, signUp)).toBeNull()
  await change({ email_verified_at: null })
  const mail = await compose(verifySignUpMail, signUp)
  expect(mail?.text).toContain('Hello Bea,')
  const [link, ...others] = linksIn(mail)
  expect([
    link?.pathname,
    link?.searchParams.get('email'),
    others.map(({ pathname }) => pathname),
  ]).toEqual(['/email-verification', user.email, ['/sample']])
  expect(link?.searchParams.get('token')).toMatch(/^sdm_/)
})

test('for a contested address the sign-up mail without credentials is that of a reset, and none has credentials', async () => {
  const { userId, email } = await insertUser(ctx, { verified: false })
  await changeUser(ctx.db, userId, { password_hash: null })
  expect(await compose(verifySignUpMail, signUp, { recipient: email })).toBeNull()
  const mail = await compose(verifySignUpMail, { credentials: null }, { recipient: email })
  expect([pathsIn(mail), mail?.subject]).toEqual([['/reset-password'], 'Set a new password'])
})

test('the mail for an address that already has an account links to login and password reset', async () => {
  await change({})
  expect(pathsIn(await compose(alreadyRegisteredMail, {}))).toEqual(['/login', '/forgot-password'])
})

test('the reset mail links to a new password, or to undoing the deletion of the account', async () => {
  await change({})
  const [older, newer] = [
    await compose(resetPasswordMail, {}),
    await compose(resetPasswordMail, {}),
  ]
  expect(pathsIn(newer)).toEqual(['/reset-password'])
  expect(older?.text).not.toBe(newer?.text)
  expect(await compose(deletionMail, {})).toBeNull()
  await change({ deletion_requested_at: '2026-03-10T12:00:00Z' })
  for (const mail of [await compose(resetPasswordMail, {}), await compose(deletionMail, {})]) {
    expect(pathsIn(mail)).toEqual(['/undo-deletion'])
    expect(mail?.text).toContain('Erased on: April 9, 2026 at 12:00')
  }
})

test('the mail to confirm a new address is composed only for the latest address entered', async () => {
  await change({ pending_email: 'new@example.test' })
  const params = { userId: user.userId }
  expect(
    pathsIn(await compose(confirmEmailChangeMail, params, { recipient: 'new@example.test' })),
  ).toEqual(['/email-verification'])
  expect(
    await compose(confirmEmailChangeMail, params, { recipient: 'other@example.test' }),
  ).toBeNull()
})

test('warning mails link to where the user can act, and hold no secret', async () => {
  const leadsTo = async (composed: Promise<MailContent | null>, ...paths: string[]) => {
    const mail = await composed
    expect(pathsIn(mail)).toEqual(paths)
    expect(mail?.text).not.toContain('sdm_')
  }
  const name = 'Ada'
  const account = ['/settings/user', '/forgot-password']
  await leadsTo(compose(passwordChangedMail, { name }), '/forgot-password')
  await leadsTo(compose(newSignInMail, signIn), ...account)
  await leadsTo(compose(identityLinkedMail, { name, provider: 'Google' }), '/settings/user')
  for (const kind of ['apiKey', 'feed', 'webhook'] as const) {
    const mail = compose(integrationCreatedMail, { name, kind, label: 'CRM' })
    await leadsTo(mail, '/settings/preferences', '/forgot-password')
  }
  for (const change of ['on', 'off', 'recoveryUsed'] as const)
    await leadsTo(compose(secondFactorMail, { name, change }), ...account)
  await leadsTo(compose(emailChangeNoticeMail, { ...notice, isDone: false }), ...account)
  await leadsTo(compose(emailChangeNoticeMail, { ...notice, isDone: true }))
})

test.each([
  [{ browser: 'Firefox', system: 'Windows' }, 'Device: Firefox, Windows'],
  [{ browser: null, system: 'iOS' }, 'Device: iOS'],
  [{ browser: 'evil.example/x', system: null }, 'Device: Unknown device'],
])('the sign-in mail shows a device reported as %j as: %s', async (names, line) => {
  expect((await compose(newSignInMail, { ...signIn, ...names }))?.text).toContain(line)
})

test('each language has its own mail, with links to pages in that language', async () => {
  const subjectOf = async (language: Language) => {
    const mail = await compose(passwordChangedMail, { name: 'Ada' }, { language })
    expect(linksIn(mail).map(({ searchParams }) => searchParams.get('lang') ?? 'en')).toEqual([
      language,
    ])
    return mail?.subject
  }
  for (const language of languages)
    expect(await subjectOf(language)).toBe(mailTexts(language).passwordChanged.subject)
})
