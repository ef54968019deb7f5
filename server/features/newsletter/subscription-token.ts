import { createHmac, timingSafeEqual } from 'node:crypto'
import type { AppContext } from '#server/context.ts'

const ID_BYTES = 16
/** 128 bits cannot be guessed. */
const SIGNATURE_BYTES = 16

type Deps = Pick<AppContext, 'keyring'>

/** For the mail that asks to confirm. It is not stored: its signature shows that we made it, and it works while the request is open. */
export function createSubscriptionToken(ctx: Deps, subscriptionId: string): string {
  const id = Buffer.from(subscriptionId.replaceAll('-', ''), 'hex')
  return Buffer.concat([id, sign(ctx.keyring.current('newsletter'), id)]).toString('base64url')
}

/** Null for a token that was not made here or is incomplete. */
export function readSubscriptionToken(ctx: Deps, token: string): string | null {
  const bytes = Buffer.from(token, 'base64url')
  if (bytes.length !== ID_BYTES + SIGNATURE_BYTES || bytes.toString('base64url') !== token) return null
  const [id, signature] = [bytes.subarray(0, ID_BYTES), bytes.subarray(ID_BYTES)]
  const keys = ctx.keyring.accepted('newsletter')
  if (!keys.some((key) => timingSafeEqual(signature, sign(key, id)))) return null
  return id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

const sign = (key: Uint8Array, id: Uint8Array): Buffer =>
  createHmac('sha256', key).update('newsletter-confirm:').update(id).digest().subarray(0, SIGNATURE_BYTES)
