import * as z from 'zod'
import { DAY_MS } from '#contracts/dates.ts'
import { UserId } from '#contracts/ids.ts'
import type { Language } from '#i18n/languages.ts'
import type { AppContext } from '#server/platform/context.ts'
import {
  formatMoment,
  type MailTemplate,
  mailTexts,
  safeName,
} from '#server/platform/mail/mail-texts.ts'
import { defineMail, type MailContent, registerMail } from '#server/platform/mail/mail.ts'
import { pageLink } from '#server/platform/links.ts'
import { type MailValues, writeMail } from '#server/platform/mail/write-mail.ts'
import { type AccountState, readAddress } from './account-state.ts'
import { createToken, DELETION_DAYS } from './account-tokens.ts'

const Credentials = z.object({
  passwordHash: z.string(),
  firstName: z.string(),
  lastName: z.string(),
})

/**
 * To an address that is not confirmed yet. `credentials`: from the sign-up that requested the mail;
 * null for a contested address, whose owner sets a new password instead.
 */
export const verifySignUpMail = defineMail({
  kind: 'verify_sign_up',
  params: z.object({ credentials: z.nullable(Credentials) }),
  // A stranger's sign-up must not replace the owner's.
  allowsDuplicates: true,
  async compose(ctx, { recipient, language, params: { credentials } }) {
    const account = await readAddress(ctx.db, recipient)
    if (!account || account.isVerified) return null
    if (account.waitingHash === null)
      return credentials ? null : writeResetMail(ctx, account, recipient, language)
    const token = await createToken(ctx, {
      userId: account.id,
      purpose: 'sign_up',
      email: recipient,
      credentials,
    })
    const link = pageLink(ctx.config, '/email-verification', language, { token, email: recipient })
    return writeMail(ctx.config, language, 'verify', {
      name: credentials?.firstName ?? account.firstName,
      link,
      secondLink: pageLink(ctx.config, '/sample', language),
    })
  },
})

/** A sign-up used an address that has an account; only its owner learns of it. */
export const alreadyRegisteredMail = defineMail({
  kind: 'already_registered',
  params: z.object({}),
  async compose(ctx, { recipient, language }) {
    const account = await readAddress(ctx.db, recipient)
    if (!account) return null
    return writeMail(ctx.config, language, 'alreadyRegistered', {
      name: account.firstName,
      link: pageLink(ctx.config, '/login', language),
      secondLink: pageLink(ctx.config, '/forgot-password', language),
    })
  },
})

/**
 * Queued for every address that a caller enters, so that the call costs the same for all. The
 * account decides what is sent: nothing without an account, the undo link while it is being
 * deleted.
 */
export const resetPasswordMail = defineMail({
  kind: 'reset_password',
  params: z.object({}),
  isUrgent: true,
  async compose(ctx, { recipient, language }) {
    const account = await readAddress(ctx.db, recipient)
    if (!account) return null
    const write = account.isBeingDeleted ? writeDeletionMail : writeResetMail
    return write(ctx, account, recipient, language)
  },
})

async function writeResetMail(
  ctx: AppContext,
  { id: userId, firstName }: AccountState,
  recipient: string,
  language: Language,
): Promise<MailContent> {
  const token = await createToken(ctx, { userId, purpose: 'reset_password', email: recipient })
  const link = pageLink(ctx.config, '/reset-password', language, { token })
  return writeMail(ctx.config, language, 'reset', { name: firstName, link })
}

type Warning = Pick<MailValues, 'facts' | 'fill' | 'provider'> & {
  template: MailTemplate
  /** Where the owner acts. */
  page?: '/forgot-password' | '/settings/preferences'
}

/** Tells the owner at once what happened to the account; each mail has its own content. */
const defineWarning = <Params extends { name: string }>(
  kind: string,
  schema: z.ZodType<Params>,
  write: (params: Params, language: Language) => Warning,
) =>
  defineMail({
    kind,
    params: schema,
    isUrgent: true,
    allowsDuplicates: true,
    async compose({ config }, { language, params }) {
      const { template, page = '/settings/user', ...values } = write(params, language)
      return writeMail(config, language, template, {
        ...values,
        name: params.name,
        link: pageLink(config, page, language),
        // Only some of the templates show it.
        secondLink: pageLink(config, '/forgot-password', language),
      })
    },
  })

export const passwordChangedMail = defineWarning(
  'password_changed',
  z.object({ name: z.string() }),
  () => ({ template: 'passwordChanged', page: '/forgot-password' }),
)

export const newSignInMail = defineWarning(
  'new_sign_in',
  z.object({
    name: z.string(),
    browser: z.nullable(z.string()),
    system: z.nullable(z.string()),
    at: z.iso.datetime(),
  }),
  ({ browser, system, at }, language) => ({
    template: 'newSignIn',
    facts: [
      { label: 'device', value: nameDevice(language, [browser, system]) },
      { label: 'time', value: formatMoment(language, new Date(at)) },
    ],
  }),
)

export const identityLinkedMail = defineWarning(
  'identity_linked',
  z.object({ name: z.string(), provider: z.string() }),
  ({ provider }) => ({ template: 'identityLinked', provider }),
)

/** A program acts for the account from now on. `label`: empty for the saved stores. */
export const integrationCreatedMail = defineWarning(
  'integration_created',
  z.object({
    name: z.string(),
    kind: z.enum(['apiKey', 'feed', 'webhook']),
    label: z.string(),
  }),
  ({ kind, label }, language) => ({
    template: `${kind}Created`,
    // A host is what its owner has to recognise, so it may look like one.
    fill: { label: kind === 'webhook' ? label : nameOf(language, label) },
    page: '/settings/preferences',
  }),
)

const nameOf = (language: Language, label: string) =>
  label === '' ? mailTexts(language).savedStores : safeName(label) || '–'

const secondFactorTemplates = {
  on: 'secondFactorOn',
  off: 'secondFactorOff',
  recoveryUsed: 'recoveryCodeUsed',
} as const

/** The second step of the sign-in was turned on or off, or passed with a recovery code. */
export const secondFactorMail = defineWarning(
  'second_factor',
  z.object({ name: z.string(), change: z.enum(['on', 'off', 'recoveryUsed']) }),
  ({ change }) => ({ template: secondFactorTemplates[change] }),
)

/** To the old address: at the request, and again when the change is done. */
export const emailChangeNoticeMail = defineWarning(
  'email_change_notice',
  z.object({ name: z.string(), newEmail: z.string(), isDone: z.boolean() }),
  ({ newEmail, isDone }) => ({
    template: isDone ? 'emailChanged' : 'emailChangeRequested',
    facts: [{ label: 'newAddress', value: newEmail }],
  }),
)

/** Names that a device reports about itself deserve no more trust than names that people enter. */
function nameDevice(language: Language, names: (string | null)[]): string {
  const shown = names.map((name) => safeName(name ?? '')).filter(Boolean)
  return shown.join(', ') || mailTexts(language).unknownDevice
}

/** To the new address. It is not sent when the owner entered a different address since. */
export const confirmEmailChangeMail = defineMail({
  kind: 'confirm_email_change',
  params: z.object({ userId: UserId }),
  async compose(ctx, { recipient, language, params: { userId } }) {
    const user = await ctx.db
      .selectFrom('users')
      .select(['first_name', 'pending_email'])
      .where('id', '=', userId)
      .executeTakeFirst()
    if (user?.pending_email !== recipient) return null
    const token = await createToken(ctx, { userId, purpose: 'email_change', email: recipient })
    const link = pageLink(ctx.config, '/email-verification', language, { token, email: recipient })
    return writeMail(ctx.config, language, 'confirmEmailChange', {
      name: user.first_name,
      link,
      facts: [{ label: 'newAddress', value: recipient }],
    })
  },
})

/** The account was deleted by its owner; how to undo it, and until when. */
export const deletionMail = defineMail({
  kind: 'deletion_requested',
  params: z.object({}),
  isUrgent: true,
  async compose(ctx, { recipient, language }) {
    const account = await readAddress(ctx.db, recipient)
    return account?.isBeingDeleted ? writeDeletionMail(ctx, account, recipient, language) : null
  },
})

async function writeDeletionMail(
  ctx: AppContext,
  { id: userId, firstName, deletionRequestedAt }: AccountState,
  recipient: string,
  language: Language,
): Promise<MailContent> {
  const token = await createToken(ctx, { userId, purpose: 'undo_deletion', email: recipient })
  const requestedAt = deletionRequestedAt ?? ctx.now()
  const erasedAt = new Date(requestedAt.getTime() + DELETION_DAYS * DAY_MS)
  return writeMail(ctx.config, language, 'deletion', {
    name: firstName,
    link: pageLink(ctx.config, '/undo-deletion', language, { token }),
    facts: [{ label: 'erasedAt', value: formatMoment(language, erasedAt) }],
  })
}

export const accountMails = [
  registerMail(verifySignUpMail),
  registerMail(alreadyRegisteredMail),
  registerMail(resetPasswordMail),
  registerMail(passwordChangedMail),
  registerMail(newSignInMail),
  registerMail(identityLinkedMail),
  registerMail(integrationCreatedMail),
  registerMail(secondFactorMail),
  registerMail(confirmEmailChangeMail),
  registerMail(emailChangeNoticeMail),
  registerMail(deletionMail),
]
