import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { hash, parseOptions, verify } from '@node-rs/argon2'
import { isCommonPassword, readCommonWords } from '#contracts/accounts/common-passwords.ts'
import { MAX_PASSWORD_LENGTH, meetsAllRules } from '#contracts/accounts/credentials.ts'
import { limits } from '#server/accounts/limits.ts'
import { AppError, invalidRequest } from '#server/platform/errors.ts'
import type { RequestContext } from '#server/platform/http/request-context.ts'

const KIB_PER_MIB = 1024
/**
 * OWASP's first choice for Argon2id; about 8 ms on one core. The variant and version are the
 * package's defaults.
 */
export const PASSWORD_COST = { memoryCost: 19 * KIB_PER_MIB, timeCost: 2, parallelism: 1 } as const

/**
 * The hash of a discarded password: an unknown address must cost as much time as a wrong password.
 */
const DUMMY_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$1oUOPkCHAlLVBkJYJ40Mrg$qpxqvp/uzdO1+niar9PfafQgGW884j3W7hbyt38eUeA'

export const hashPassword = (password: string): Promise<string> => hash(password, PASSWORD_COST)

/** Takes the same time whether there is a hash or not. */
export async function verifyPassword(
  passwordHash: string | null,
  password: string,
): Promise<boolean> {
  const matches = await verify(passwordHash ?? DUMMY_HASH, password)
  return matches && passwordHash !== null
}

export function isOutdatedHash(passwordHash: string): boolean {
  const { memoryCost, timeCost, parallelism } = parseOptions(passwordHash)
  return (
    memoryCost !== PASSWORD_COST.memoryCost ||
    timeCost !== PASSWORD_COST.timeCost ||
    parallelism !== PASSWORD_COST.parallelism
  )
}

/**
 * Longer than any password that may be chosen (128 characters of four bytes); a longer one is not
 * worth hashing.
 */
const MAX_PASSWORD_BYTES = 1024

type PasswordOwner = { email: string; name: string }

const WORDS_FILE = join(import.meta.dirname, '../../../contracts/common-passwords.txt')
const COMMON_WORDS = readCommonWords(readFileSync(WORDS_FILE, 'utf8'))

type Deps = Pick<RequestContext, 'limits' | 'network'>

/**
 * Call it before hashing. The password is used unchanged: neither trimmed nor normalised.
 * @throws AppError `weak_password` or `common_password` on this field, `rate_limited` before the
 * comparison when the network asks too often
 */
export async function requireGoodPassword(
  { limits: { consume }, network }: Deps,
  password: string,
  owner: PasswordOwner,
  field: string,
): Promise<void> {
  assertRulesMet(password, field)
  await consume(limits.newPassword, network)
  assertUncommon(password, owner, field)
}

export function assertRulesMet(password: string, field: string): void {
  // By code points: a sign of two units is one character to the person.
  if ([...password].length > MAX_PASSWORD_LENGTH || !meetsAllRules(password))
    throw new AppError('weak_password', { field })
}

export function assertUncommon(
  password: string,
  { email, name }: PasswordOwner,
  field: string,
): void {
  if (isCommonPassword(COMMON_WORDS, password, [email, name]) || isBreachedPassword(password))
    throw new AppError('common_password', { field })
}

/**
 * For a password that is about to be compared: no account has one of this length.
 * @throws AppError `invalid_request`
 */
export function assertHashable(password: string, field: string): void {
  if (Buffer.byteLength(password) > MAX_PASSWORD_BYTES) throw invalidRequest(field)
}

/** With the source, the count and the rate of false positives in the `.json` beside it. */
export const FILTER_FILE = join(import.meta.dirname, 'breached-passwords.bin')

const HASHES = 17

/**
 * Spelling under which a password is looked up: the rules force signs and capitals on everybody, so
 * `Liverpool-1!` is as easy to guess as the `liverpool1` of the lists.
 */
export const breachedKeyOf = (password: string): string =>
  password
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/[^a-z0-9]/g, '')

/** Shorter ones are left out: with two signs around them they are the business of the words. */
export const MIN_KEY_LENGTH = 6

/** Bits of a Bloom filter that belong to the key, by double hashing. */
function* bitsOf(key: string, size: number): Generator<number> {
  const digest = createHash('sha256').update(key).digest()
  const [first, step] = [digest.readUIntBE(0, 6), digest.readUIntBE(6, 6)]
  for (let round = 0; round < HASHES; round += 1) yield (first + round * step) % size
}

export function addKey(filter: Uint8Array, key: string): void {
  for (const bit of bitsOf(key, filter.length * 8))
    filter[bit >> 3] = (filter[bit >> 3] ?? 0) | (1 << (bit & 7))
}

export function hasKey(filter: Uint8Array, key: string): boolean {
  for (const bit of bitsOf(key, filter.length * 8))
    if (((filter[bit >> 3] ?? 0) & (1 << (bit & 7))) === 0) return false
  return true
}

const filter = readFileSync(FILTER_FILE)

/** However they are decorated. */
function isBreachedPassword(password: string): boolean {
  const key = breachedKeyOf(password)
  return key.length >= MIN_KEY_LENGTH && hasKey(filter, key)
}
