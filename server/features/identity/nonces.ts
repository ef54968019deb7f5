import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { AppContext } from '#server/context.ts'

const LIFETIME_MS = 10 * 60_000
const RANDOM_BYTES = 18
const FORMAT = /^([0-9a-z]{8,10})\.([\w-]{24})\.([\w-]{43})$/

export type NonceReading = { kind: 'ours'; expiresAt: Date } | { kind: 'expired' } | { kind: 'foreign' }

export type Nonces = { issue: () => string; read: (nonce: string) => NonceReading }

/** Sealed, not stored: starting a sign-in costs no row. Only used nonces are stored. */
export function createNonces({
  keys,
  now,
}: { keys: readonly Uint8Array[] } & Pick<AppContext, 'now'>): Nonces {
  const [current] = keys
  if (!current) throw new Error('there is no key to sign with')
  return {
    issue() {
      const expiresMs = (now().getTime() + LIFETIME_MS).toString(36)
      const body = `${expiresMs}.${randomBytes(RANDOM_BYTES).toString('base64url')}`
      return `${body}.${seal(current, body)}`
    },
    read(nonce) {
      const [, expiresMs = '', random = '', given = ''] = FORMAT.exec(nonce) ?? []
      if (!keys.some((key) => isSame(given, seal(key, `${expiresMs}.${random}`)))) return { kind: 'foreign' }
      const expiresAt = new Date(Number.parseInt(expiresMs, 36))
      return expiresAt <= now() ? { kind: 'expired' } : { kind: 'ours', expiresAt }
    },
  }
}

const seal = (key: Uint8Array, body: string) =>
  createHmac('sha256', key).update(`nonce:${body}`).digest('base64url')

const isSame = (given: string, right: string): boolean =>
  given.length === right.length && timingSafeEqual(Buffer.from(given), Buffer.from(right))
