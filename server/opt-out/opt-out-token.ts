import { createHash, randomBytes } from 'node:crypto'

const TOKEN_BYTES = 32
const VALUE_PREFIX = 'storedawn-opt-out='
export const META_NAME = 'storedawn-opt-out'

export const createToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url')

/** The stored form: read access to the table is not enough to opt anyone out. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('base64url')

/** A separate digest: a token shown on the page does not prove that its holder read the mail. */
export const hashMailToken = (token: string): string => hashToken(`mail:${token}`)

export const dnsRecordName = (domain: string): string => `_storedawn.${domain}`
export const dnsRecordValue = (token: string): string => `${VALUE_PREFIX}${token}`
export const metaTag = (token: string): string => `<meta name="${META_NAME}" content="${token}">`

/** The tokens in published texts: a record may hold the whole value, a tag holds only the token. */
export const extractTokens = (texts: string[]): string[] =>
  texts.map((text) => text.trim().replace(VALUE_PREFIX, '').slice(0, 200))
