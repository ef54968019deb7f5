import { registerMail, type RegisteredMail } from '#server/mail/mail-definition.ts'
import { deletionMail } from './deletion-mail.ts'
import { confirmEmailChangeMail, emailChangeNoticeMail } from './email-change-mails.ts'
import { passwordChangedMail, resetPasswordMail } from './password-mails.ts'
import { identityLinkedMail, newSignInMail } from './security-mails.ts'
import { alreadyRegisteredMail, verifySignUpMail } from './sign-up-mails.ts'

/** Every mail about accounts; one that is missing here would wait for ever. */
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
