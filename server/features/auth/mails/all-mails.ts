import { registerMail, type RegisteredMail } from '#server/mail/mail-definition.ts'
import { deletionMail } from './deletion-mail.ts'
import { confirmEmailChangeMail, emailChangeNoticeMail } from './email-change-mails.ts'
import { passwordChangedMail, resetPasswordMail } from './password-mails.ts'
import { identityLinkedMail, newSignInMail } from './security-mails.ts'
import { alreadyRegisteredMail, verifySignUpMail } from './sign-up-mails.ts'

/** All mails about accounts. A queued mail whose kind is missing here is never sent. */
export const accountMails: RegisteredMail[] = [
  registerMail(verifySignUpMail),
  registerMail(alreadyRegisteredMail),
  registerMail(resetPasswordMail),
  registerMail(passwordChangedMail),
  registerMail(newSignInMail),
  registerMail(identityLinkedMail),
  registerMail(confirmEmailChangeMail),
  registerMail(emailChangeNoticeMail),
  registerMail(deletionMail),
]
