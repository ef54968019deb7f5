import * as z from 'zod'
import { defineMail } from '#server/mail/mail-definition.ts'
import { writeMail } from '#server/mail/write-mail.ts'
import { createToken } from '#server/features/auth/account-tokens.ts'
import { accountLink } from './account-link.ts'
import { writeDeletionMail } from './deletion-mail.ts'
import { findAccount } from './find-account.ts'

/**
 * Queued for every address that a caller enters, so that the call costs the same for all. The account decides what is sent: nothing without
 * an account, the undo link while it is being deleted.
 */
export const resetPasswordMail = defineMail({
  kind: 'reset_password',
  params: z.object({}),
  goesFirst: true,
  async compose(ctx, { recipient, language }) {
    const account = await findAccount(ctx.db, recipient)
    if (!account) return null
    if (account.isBeingDeleted) return writeDeletionMail(ctx, account, recipient, language)
    const token = await createToken(ctx, {
      userId: account.userId,
      purpose: 'reset_password',
      email: recipient,
    })
    const link = accountLink(ctx.config, '/reset-password', language, { token })
    return writeMail(ctx.config, language, 'reset', { name: account.firstName, link })
  },
})

export const passwordChangedMail = defineMail({
  kind: 'password_changed',
  params: z.object({ name: z.string() }),
  goesFirst: true,
  keepsEach: true,
  compose: async (ctx, { language, params: { name } }) =>
    writeMail(ctx.config, language, 'passwordChanged', {
      name,
      link: accountLink(ctx.config, '/forgot-password', language),
    }),
})
