import { FALLBACK_LANGUAGE, isLanguage, type Language } from '#i18n/languages.ts'

/** The recipient of a mail about money. */
export type BilledPerson = { id: string; email: string; first_name: string; language: string }

export const mailTo = ({ id, email, language }: BilledPerson) => ({
  recipient: email,
  userId: id,
  language: (isLanguage(language) ? language : FALLBACK_LANGUAGE) satisfies Language,
})
