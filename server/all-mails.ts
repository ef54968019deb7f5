import { accountMails } from '#server/features/auth/mails/all-mails.ts'
import { digestMail } from '#server/features/digest/digest-mail.ts'
import { searchMatchesMail } from '#server/features/saved-searches/search-matches-mail.ts'
import { registerMail, type RegisteredMail } from '#server/mail/mail-definition.ts'

/** Every kind of mail there is; one that is missing here would wait for ever. */
export const allMails: RegisteredMail[] = [
  ...accountMails,
  registerMail(searchMatchesMail),
  registerMail(digestMail),
]
