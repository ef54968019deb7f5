import { createHash } from 'node:crypto'

/**
 * What makes two spellings the same account: trimmed, composed (NFC), ASCII letters in lower case. Only ASCII, because
 * case rules of other letters depend on the language: a Turkish `İ` or `ı` must never fold into somebody else's `i`.
 */
export const emailKeyOf = (email: string): string =>
  email
    .trim()
    .normalize('NFC')
    .replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())

/** Counters of attempts need not know whose they are. */
export const digestOfEmail = (emailKey: string): string =>
  createHash('sha256').update(emailKey).digest('base64url')
