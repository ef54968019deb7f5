import { hash, randomBytes } from 'node:crypto'

/**
 * What a token opens: an export, a feed, the API, or a link in a mail. The prefix and the checksum
 * let secret scanners recognise a leaked token as ours.
 */
export type TokenPrefix = 'sde_' | 'sdf_' | 'sdk_' | 'sdm_'

const TOKEN_BYTES = 32
const CHECKSUM_LENGTH = 6

export function newToken(prefix: TokenPrefix): string {
  const secret = randomBytes(TOKEN_BYTES).toString('base64url')
  return `${prefix}${secret}${checksumOf(prefix, secret)}`
}

export const hashOfToken = (token: string): string => hash('sha256', token, 'base64url')

const checksumOf = (prefix: TokenPrefix, secret: string): string =>
  hash('sha256', prefix + secret, 'base64url').slice(0, CHECKSUM_LENGTH)

export function isWellFormedToken(prefix: TokenPrefix, token: string): boolean {
  if (!token.startsWith(prefix)) return false
  const body = token.slice(prefix.length)
  const secret = body.slice(0, -CHECKSUM_LENGTH)
  return secret.length > 0 && body.slice(-CHECKSUM_LENGTH) === checksumOf(prefix, secret)
}
