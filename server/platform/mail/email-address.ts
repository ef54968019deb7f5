import { hash } from 'node:crypto'
import { isEmail } from '#contracts/accounts/credentials.ts'
import { AppError } from '#server/platform/errors.ts'

const MAX_LENGTH = 254

/**
 * The mailer would accept lists, groups, names and line ends in an address, and send to every
 * address in them.
 * @throws AppError `invalid_email` for anything but exactly one address
 */
export function parseAddress(text: string): string {
  const address = text.trim()
  if (address.length > MAX_LENGTH || !isEmail(address))
    throw new AppError('invalid_email', { field: 'email' })
  return address
}

/**
 * What identifies an account: trimmed, composed (NFC), lower case in ASCII alone, because case
 * rules of other letters depend on the language: a Turkish `İ` or `ı` must never fold into another
 * person's `i`.
 */
export const emailKeyOf = (email: string): string =>
  email
    .trim()
    .normalize('NFC')
    .replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())

/** Counters of attempts need not know the address. */
export const hashEmail = (emailKey: string): string => hash('sha256', emailKey, 'base64url')

/** The server's domains may not read `discovery` themselves. */
export { isFreeMail } from '#discovery/extract/facts/contact/free-mail.ts'
