import { UNSUBSCRIBE_PATH } from '#contracts/unsubscribe.ts'
import type { Language } from '#i18n/languages.ts'
import type { AppContext } from '#server/context.ts'
import { accountLink } from '#server/features/auth/mails/account-link.ts'
import type { MailContent } from '#server/mail/mail-definition.ts'
import { createUnsubscribeToken, type TurnOffTarget } from './unsubscribe-token.ts'

/**
 * How a mail offers to unsubscribe: a link for people, to a page that asks first, and the headers with which mail programs unsubscribe in
 * one click (RFC 8058).
 */
export async function turnOffLink(
  ctx: Pick<AppContext, 'config' | 'keyring'>,
  target: TurnOffTarget,
  language: Language,
): Promise<{ link: string; headers: NonNullable<MailContent['headers']> }> {
  const token = createUnsubscribeToken(ctx, target)
  return {
    link: accountLink(ctx.config, '/unsubscribe', language, { token }),
    headers: {
      'List-Unsubscribe': `<${ctx.config.PUBLIC_ORIGIN}${UNSUBSCRIBE_PATH}?token=${token}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  }
}
