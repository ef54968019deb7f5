import * as z from 'zod'
import { DAY_MS } from '#contracts/dates.ts'
import type { Language } from '#i18n/languages.ts'
import type { AppContext } from '#server/context.ts'
import { defineMail, type MailContent } from '#server/mail/mail-definition.ts'
import { formatMoment } from '#server/mail/format-moment.ts'
import { writeMail } from '#server/mail/write-mail.ts'
import { createToken, DELETION_DAYS } from '#server/features/auth/account-tokens.ts'
import { accountLink } from './account-link.ts'
import { findAccount, type MailedAccount } from './find-account.ts'

/** The account was deleted by its owner; how to undo it, and until when. */
export const deletionMail = defineMail({
  kind: 'deletion_requested',
  params: z.object({}),
  goesFirst: true,
  async compose(ctx, { recipient, language }) {
    const account = await findAccount(ctx.db, recipient)
    return account?.isBeingDeleted ? writeDeletionMail(ctx, account, recipient, language) : null
  },
})

export async function writeDeletionMail(
  ctx: AppContext,
  { userId, firstName }: MailedAccount,
  recipient: string,
  language: Language,
): Promise<MailContent> {
  const token = await createToken(ctx, { userId, purpose: 'undo_deletion', email: recipient })
  const { deletion_requested_at: at } = await ctx.db
    .selectFrom('users')
    .select('deletion_requested_at')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const erasedAt = new Date((at ?? ctx.now()).getTime() + DELETION_DAYS * DAY_MS)
  return writeMail(ctx.config, language, 'deletion', {
    name: firstName,
    link: accountLink(ctx.config, '/undo-deletion', language, { token }),
    facts: [{ label: 'erasedAt', value: formatMoment(language, erasedAt) }],
  })
}
