import { contactLimits } from '#contracts/contact.ts'
import { isEmail } from '#contracts/email-pattern.ts'

export type ContactFields = { fullName: string; email: string; subject: string; message: string }
export type ContactField = keyof ContactFields

export const contactFields: readonly ContactField[] = ['fullName', 'email', 'subject', 'message']

/** The text key of the error; `max` is a parameter of the text. */
export type ContactFault = { key: 'required' | 'email' | 'message_too_short' | 'too_long'; max?: number }

const mostCharacters: Record<ContactField, number> = {
  fullName: contactLimits.name,
  email: contactLimits.email,
  subject: contactLimits.subject,
  message: contactLimits.message,
}

/** Null = valid. Ignores surrounding white space, as the server does. */
export function checkContact(field: ContactField, value: string): ContactFault | null {
  const text = value.trim()
  if (text === '') return { key: 'required' }
  if (field === 'email' && !isEmail(text)) return { key: 'email' }
  if (field === 'message' && text.length < contactLimits.messageLeast) return { key: 'message_too_short' }
  const max = mostCharacters[field]
  return text.length > max ? { key: 'too_long', max } : null
}
