import { accountMails } from '#server/accounts/account-mails.ts'
import { billingMails } from '#server/billing/billing-mails.ts'
import { contactMail } from '#server/site/contact/contact.ts'
import { digestMail } from '#server/workspace/digest/digest-mail.ts'
import { newsletterMail, subscriptionMail } from '#server/site/newsletter/newsletter-mails.ts'
import { optOutMail } from '#server/opt-out/opt-out-mail.ts'
import { searchMatchesMail } from '#server/workspace/saved-searches/search-matches-mail.ts'
import { registerMail, type RegisteredMail } from '#server/platform/mail/mail-definition.ts'

/** All mail kinds. A queued mail whose kind is missing here is never sent. */
export const allMails: RegisteredMail[] = [
  ...accountMails,
  ...billingMails,
  registerMail(searchMatchesMail),
  registerMail(digestMail),
  registerMail(contactMail),
  registerMail(subscriptionMail),
  registerMail(newsletterMail),
  registerMail(optOutMail),
]
