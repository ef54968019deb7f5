import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

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

/** True for the commonest passwords of known breaches, however they are decorated. */
export function isBreachedPassword(password: string): boolean {
  const key = breachedKeyOf(password)
  return key.length >= MIN_KEY_LENGTH && hasKey(filter, key)
}
