import { createHash, randomBytes } from 'node:crypto'

const TOKEN_BYTES = 32
const VALUE_PREFIX = 'storedawn-opt-out='
export const META_NAME = 'storedawn-opt-out'

export const createToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url')

/** What is stored: whoever reads the table cannot opt anybody out. */
export const digestToken = (token: string): string => createHash('sha256').update(token).digest('base64url')

/** Apart from the others: a token that anybody was handed on the page is no proof of having read the mail. */
export const digestMailToken = (token: string): string => digestToken(`mail:${token}`)

export const recordName = (domain: string): string => `_storedawn.${domain}`
export const recordValue = (token: string): string => `${VALUE_PREFIX}${token}`
export const metaTag = (token: string): string => `<meta name="${META_NAME}" content="${token}">`

/** The tokens in what was published; a record may hold the whole value, a tag holds the token alone. */
export const tokensIn = (texts: string[]): string[] =>
  texts.map((text) => text.trim().replace(VALUE_PREFIX, '').slice(0, 200))
