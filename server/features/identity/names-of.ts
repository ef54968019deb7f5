import type { IdClaims } from './verify-id-token.ts'

/** As the profile takes them. */
const MAX_LENGTH = 60

/** Providers give the parts, the whole, or nothing; then the address has to do. */
export function namesOf(
  { given_name, family_name, name = '' }: Pick<IdClaims, 'given_name' | 'family_name' | 'name'>,
  email: string,
): { firstName: string; lastName: string } {
  const [first = '', ...rest] = clean(name).split(' ')
  const given = clean(given_name ?? '')
  const family = clean(family_name ?? '')
  if (given || family) return { firstName: cut(given || family), lastName: cut(given ? family : '') }
  return { firstName: cut(first || email.replace(/@.*$/, '')), lastName: cut(rest.join(' ')) }
}

/** No control characters, of which the database refuses one; no halves of characters. */
const clean = (text: string) =>
  text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim()

const cut = (text: string) => text.slice(0, MAX_LENGTH).toWellFormed().trim()
