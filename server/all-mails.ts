import { accountMails } from '#server/features/auth/mails/all-mails.ts'
import { billingMails } from '#server/features/billing/mails/billing-mails.ts'
import { contactMail } from '#server/features/contact/contact-mail.ts'
import { digestMail } from '#server/features/digest/digest-mail.ts'
import { newsletterMail } from '#server/features/newsletter/newsletter-mail.ts'
import { subscriptionMail } from '#server/features/newsletter/subscription-mail.ts'
import { optOutMail } from '#server/features/opt-out/opt-out-mail.ts'
import { searchMatchesMail } from '#server/features/saved-searches/search-matches-mail.ts'
import { registerMail, type RegisteredMail } from '#server/mail/mail-definition.ts'

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
