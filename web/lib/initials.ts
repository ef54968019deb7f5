import type { CurrentUser } from '#contracts/auth.ts'

const first = (text: string) => [...text.trim()][0]?.toLocaleUpperCase() ?? ''

/** First letters of first and last name, else of the words of the name, else of the e-mail, else U. */
export function initialsOf({
  firstName,
  lastName,
  name,
  email,
}: Pick<CurrentUser, 'firstName' | 'lastName' | 'name' | 'email'>): string {
  if (firstName.trim() && lastName.trim()) return first(firstName) + first(lastName)
  const words = name.trim().split(/\s+/).filter(Boolean)
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words
  return ends.map((word) => first(word ?? '')).join('') || first(email) || 'U'
}

/** First and last name, else the name. */
export const fullNameOf = ({
  firstName,
  lastName,
  name,
}: Pick<CurrentUser, 'firstName' | 'lastName' | 'name'>): string => `${firstName} ${lastName}`.trim() || name
