import { createHash } from 'node:crypto'

const UUID_HEX_DIGITS = 32

/**
 * The id of a session's row, derived from the secret in its token: a copy of the database is not enough to make a token. A UUID of version
 * 8 (RFC 9562, 5.8), because columns and calls know ids in that form. Migration 0025 computes the same.
 */
export function hashSessionSecret(secret: string): string {
  const digits = createHash('sha256').update(secret).digest('hex').slice(0, UUID_HEX_DIGITS)
  const [, a, b, c, d, e] = /^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/.exec(digits) ?? []
  return `${a}-${b}-8${c}-8${d}-${e}`
}
