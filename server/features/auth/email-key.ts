import { createHash } from 'node:crypto'

/**
 * The form of an address that identifies an account: trimmed, composed (NFC), ASCII letters in lower case. Only ASCII, because case rules
 * of other letters depend on the language: a Turkish `İ` or `ı` must never fold into another person's `i`.
 */
export const emailKeyOf = (email: string): string =>
  email
    .trim()
    .normalize('NFC')
    .replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())

/** Counters of attempts need not know the address. */
export const digestOfEmail = (emailKey: string): string =>
  createHash('sha256').update(emailKey).digest('base64url')
