import type { CurrentUser } from '#contracts/auth.ts'
import { languageInfo, type Language } from '#i18n/languages.ts'

/** In the page's language, so that server and browser agree. */
const first = (text: string, language: Language) =>
  [...text.trim()][0]?.toLocaleUpperCase(languageInfo[language].locale) ?? ''

/** Initials of first and last name; otherwise of the words of the name, otherwise of the e-mail address, otherwise U. */
export function initialsOf(
  { firstName, lastName, name, email }: Pick<CurrentUser, 'firstName' | 'lastName' | 'name' | 'email'>,
  language: Language,
): string {
  if (firstName.trim() && lastName.trim()) return first(firstName, language) + first(lastName, language)
  const words = name.trim().split(/\s+/).filter(Boolean)
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words
  return ends.map((word) => first(word ?? '', language)).join('') || first(email, language) || 'U'
}

/** First and last name, otherwise the name. */
export const fullNameOf = ({
  firstName,
  lastName,
  name,
}: Pick<CurrentUser, 'firstName' | 'lastName' | 'name'>): string => `${firstName} ${lastName}`.trim() || name
