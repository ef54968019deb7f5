import { createHash } from 'node:crypto'
import { AppError } from '#server/platform/errors.ts'

/**
 * One addr-spec of the kind that people have (RFC 5321 without quoted local parts and address
 * literals).
 */
const ADDRESS =
  /^[^\s@,;:<>()[\]\\"\p{Cc}\p{Cf}]{1,64}@(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+[\p{L}\p{N}-]{2,63}$/u
const MAX_LENGTH = 254

/**
 * The mailer would accept lists, groups, names and line ends in an address, and send to every
 * address in them.
 * @throws AppError `invalid_email` for anything but exactly one address
 */
export function parseAddress(text: string): string {
  const address = text.trim()
  if (address.length > MAX_LENGTH || !ADDRESS.test(address))
    throw new AppError('invalid_email', { field: 'email' })
  return address
}

/**
 * The form of an address that identifies an account: trimmed, composed (NFC), ASCII letters in
 * lower case. Only ASCII, because case rules of other letters depend on the language: a Turkish `İ`
 * or `ı` must never fold into another person's `i`.
 */
export const emailKeyOf = (email: string): string =>
  email
    .trim()
    .normalize('NFC')
    .replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())

/** Counters of attempts need not know the address. */
export const hashEmail = (emailKey: string): string =>
  createHash('sha256').update(emailKey).digest('base64url')
