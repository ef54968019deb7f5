import { FALLBACK_LANGUAGE, isLanguage } from '#i18n/languages.ts'
import { recordAuditEvent } from '#server/features/audit/record-audit-event.ts'
import { replaceTokens } from '#server/features/auth/account-tokens.ts'
import { emailKeyOf } from '#server/features/auth/email-key.ts'
import {
  confirmEmailChangeMail,
  emailChangeNoticeMail,
} from '#server/features/auth/mails/email-change-mails.ts'
import { alreadyRegisteredMail } from '#server/features/auth/mails/sign-up-mails.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import { requireViewer, type RequestContext } from '#server/route.ts'

/**
 * Inside a transaction: stores the new address, notifies the old one, and asks the new one to confirm. The caller sees no difference when
 * the address has an account; only its owner learns that it was entered.
 */
export async function requestEmailChange(ctx: RequestContext, newEmail: string): Promise<void> {
  const { userId, email, firstName } = requireViewer(ctx)
  await ctx.db.updateTable('users').set({ pending_email: newEmail }).where('id', '=', userId).execute()
  await replaceTokens(ctx, { userId, purpose: 'email_change' })
  await askNewAddress(ctx, userId, newEmail)
  await queueMail(ctx, emailChangeNoticeMail, {
    recipient: email,
    userId,
    language: ctx.language,
    params: { name: firstName, newEmail, isDone: false },
  })
  await recordAuditEvent(ctx, { kind: 'email.change_requested', userId, network: ctx.network })
}

async function askNewAddress(ctx: RequestContext, userId: string, newEmail: string): Promise<void> {
  const owner = await ctx.db
    .selectFrom('users')
    .select(['id', 'email', 'language'])
    .where('email_key', '=', emailKeyOf(newEmail))
    .where('email_verified_at', 'is not', null)
    .executeTakeFirst()
  if (!owner)
    return queueMail(ctx, confirmEmailChangeMail, {
      recipient: newEmail,
      userId,
      language: ctx.language,
      params: { userId },
    })
  return queueMail(ctx, alreadyRegisteredMail, {
    recipient: owner.email,
    userId: owner.id,
    language: isLanguage(owner.language) ? owner.language : FALLBACK_LANGUAGE,
    params: {},
  })
}
