import { createHmac, timingSafeEqual } from 'node:crypto'
import type { AppContext } from '#server/context.ts'
import { readKeptSecret } from '#server/db/kept-secret.ts'

const ID_BYTES = 16
/** 128 bits cannot be guessed. */
const SIGNATURE_BYTES = 16

type Deps = Pick<AppContext, 'db' | 'now'>

/** Of the mail that asks to confirm. Kept nowhere: it works as long as the question is open, and says that it is ours. */
export async function createSubscriptionToken(ctx: Deps, subscriptionId: string): Promise<string> {
  const id = Buffer.from(subscriptionId.replaceAll('-', ''), 'hex')
  return Buffer.concat([id, await sign(ctx, id)]).toString('base64url')
}

/** Null for what was not made here, or is not whole. */
export async function readSubscriptionToken(ctx: Deps, token: string): Promise<string | null> {
  const bytes = Buffer.from(token, 'base64url')
  if (bytes.length !== ID_BYTES + SIGNATURE_BYTES || bytes.toString('base64url') !== token) return null
  const [id, signature] = [bytes.subarray(0, ID_BYTES), bytes.subarray(ID_BYTES)]
  if (!timingSafeEqual(signature, await sign(ctx, id))) return null
  return id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

const sign = async (ctx: Deps, id: Uint8Array): Promise<Buffer> =>
  createHmac('sha256', await readKeptSecret(ctx, 'newsletter_secret'))
    .update('newsletter-confirm:')
    .update(id)
    .digest()
    .subarray(0, SIGNATURE_BYTES)
