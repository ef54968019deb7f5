import type { IdClaims } from './verify-id-token.ts'

/** The profile's limit. */
const MAX_LENGTH = 60

/** Providers give the parts, the full name, or nothing; without a name the address is used. */
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

/** Removes control characters, one of which the database refuses, and lone surrogates. */
const clean = (text: string) =>
  text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim()

const cut = (text: string) => text.slice(0, MAX_LENGTH).toWellFormed().trim()
