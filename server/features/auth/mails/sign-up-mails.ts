import * as z from 'zod'
import { defineMail } from '#server/mail/mail-definition.ts'
import { writeMail } from '#server/mail/write-mail.ts'
import { createToken } from '#server/features/auth/account-tokens.ts'
import { accountLink } from './account-link.ts'
import { findAccount } from './find-account.ts'

const Credentials = z.object({ passwordHash: z.string(), firstName: z.string(), lastName: z.string() })

/** To an address that is not confirmed yet. `credentials`: from the sign-up that requested the mail; null = those of the account. */
export const verifySignUpMail = defineMail({
  kind: 'verify_sign_up',
  params: z.object({ credentials: z.nullable(Credentials) }),
  // A stranger's sign-up must not replace the owner's.
  keepsEach: true,
  async compose(ctx, { recipient, language, params: { credentials } }) {
    const account = await findAccount(ctx.db, recipient)
    if (!account || account.isVerified) return null
    const token = await createToken(ctx, {
      userId: account.userId,
      purpose: 'sign_up',
      email: recipient,
      credentials,
    })
    const link = accountLink(ctx.config, '/email-verification', language, { token, email: recipient })
    return writeMail(ctx.config, language, 'verify', {
      name: credentials?.firstName ?? account.firstName,
      link,
    })
  },
})

/** A sign-up used an address that already has an account; only its owner learns of it. */
export const alreadyRegisteredMail = defineMail({
  kind: 'already_registered',
  params: z.object({}),
  async compose(ctx, { recipient, language }) {
    const account = await findAccount(ctx.db, recipient)
    if (!account) return null
    return writeMail(ctx.config, language, 'alreadyRegistered', {
      name: account.firstName,
      link: accountLink(ctx.config, '/login', language),
      secondLink: accountLink(ctx.config, '/forgot-password', language),
    })
  },
})
