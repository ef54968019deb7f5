import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isCommonPassword, readCommonWords } from '#contracts/common-passwords.ts'
import { MAX_PASSWORD_LENGTH, meetsAllRules } from '#contracts/password-rules.ts'
import { AppError, invalidRequest } from '#server/errors.ts'
import type { RequestContext } from '#server/route.ts'
import { countOrRefuse, createLimiter } from './limiter-store.ts'

/** Longer than any password that may be chosen (128 characters of four bytes); a longer one is not worth hashing. */
const MAX_PASSWORD_BYTES = 1024

/** The future owner of the password. */
export type PasswordOwner = { email: string; name: string }

const WORDS_FILE = join(import.meta.dirname, '../../../contracts/common-passwords.txt')
const COMMON_WORDS = readCommonWords(readFileSync(WORDS_FILE, 'utf8'))

const HOUR_SECONDS = 60 * 60
/** New passwords of one network that are compared with the common ones in an hour: each comparison takes milliseconds of CPU. */
export const MAX_COMPARISONS_OF_NETWORK = 100

type Deps = Pick<RequestContext, 'db' | 'network'>

/**
 * Call it before hashing. The password is used unchanged: neither trimmed nor normalised.
 * @throws AppError `weak_password` or `common_password` on this field, `rate_limited` before the comparison when the network asks too often
 */
export async function requireGoodPassword(
  { db, network }: Deps,
  password: string,
  owner: PasswordOwner,
  field: string,
): Promise<void> {
  assertRulesMet(password, field)
  const limiter = createLimiter(db, {
    prefix: 'new-password',
    points: MAX_COMPARISONS_OF_NETWORK,
    windowSeconds: HOUR_SECONDS,
  })
  await countOrRefuse(limiter, network)
  assertUncommon(password, owner, field)
}

export function assertRulesMet(password: string, field: string): void {
  // By code points: a sign of two units is one character to the person.
  if ([...password].length > MAX_PASSWORD_LENGTH || !meetsAllRules(password))
    throw new AppError('weak_password', { field })
}

export function assertUncommon(password: string, { email, name }: PasswordOwner, field: string): void {
  if (isCommonPassword(COMMON_WORDS, password, [email, name]))
    throw new AppError('common_password', { field })
}

/** For a password that is about to be compared: no account has one of this length. @throws AppError `invalid_request` */
export function assertHashable(password: string, field: string): void {
  if (Buffer.byteLength(password) > MAX_PASSWORD_BYTES) throw invalidRequest(field)
}
