import * as z from 'zod'
import { defineMail } from '#server/mail/mail-definition.ts'
import { writeMail } from '#server/mail/write-mail.ts'
import { createToken } from '#server/features/auth/account-tokens.ts'
import { accountLink } from './account-link.ts'

/** To the new address. It is not sent when the owner entered a different address since. */
export const confirmEmailChangeMail = defineMail({
  kind: 'confirm_email_change',
  params: z.object({ userId: z.uuid() }),
  async compose(ctx, { recipient, language, params: { userId } }) {
    const user = await ctx.db
      .selectFrom('users')
      .select(['first_name', 'pending_email'])
      .where('id', '=', userId)
      .executeTakeFirst()
    if (user?.pending_email !== recipient) return null
    const token = await createToken(ctx, { userId, purpose: 'email_change', email: recipient })
    const link = accountLink(ctx.config, '/email-verification', language, { token, email: recipient })
    return writeMail(ctx.config, language, 'confirmEmailChange', {
      name: user.first_name,
      link,
      facts: [{ label: 'newAddress', value: recipient }],
    })
  },
})

/** To the old address: at the request, and again when the change is done. */
export const emailChangeNoticeMail = defineMail({
  kind: 'email_change_notice',
  params: z.object({ name: z.string(), newEmail: z.string(), isDone: z.boolean() }),
  goesFirst: true,
  keepsEach: true,
  compose: async (ctx, { language, params: { name, newEmail, isDone } }) =>
    writeMail(ctx.config, language, isDone ? 'emailChanged' : 'emailChangeRequested', {
      name,
      facts: [{ label: 'newAddress', value: newEmail }],
      link: accountLink(ctx.config, '/settings/user', language),
      secondLink: accountLink(ctx.config, '/forgot-password', language),
    }),
})
