import { createHmac, timingSafeEqual } from 'node:crypto'
import { MailKind } from '#contracts/unsubscribe.ts'
import type { AppContext } from '#server/context.ts'

/** The target of a link: the digest of an account, the mails of a saved search, or the newsletter to an address. */
export type TurnOffTarget = { kind: MailKind; id: string }

const KINDS: Record<MailKind, number> = { digest: 1, search: 2, newsletter: 3 }
const ID_BYTES = 16
/** 128 bits cannot be guessed. */
const SIGNATURE_BYTES = 16
const TOKEN_BYTES = 1 + ID_BYTES + SIGNATURE_BYTES

type Deps = Pick<AppContext, 'keyring'>

/** Not stored: the token itself names its target, and it works while the target exists. */
export function createUnsubscribeToken(ctx: Deps, { kind, id }: TurnOffTarget): string {
  const target = Buffer.concat([Buffer.of(KINDS[kind]), Buffer.from(id.replaceAll('-', ''), 'hex')])
  return Buffer.concat([target, sign(ctx.keyring.current('unsubscribe'), target)]).toString('base64url')
}

/** Null for a token that was not made here or is incomplete. */
export function readUnsubscribeToken(ctx: Deps, token: string): TurnOffTarget | null {
  const bytes = Buffer.from(token, 'base64url')
  if (bytes.length !== TOKEN_BYTES || bytes.toString('base64url') !== token) return null
  const [target, signature] = [bytes.subarray(0, 1 + ID_BYTES), bytes.subarray(1 + ID_BYTES)]
  const keys = ctx.keyring.accepted('unsubscribe')
  if (!keys.some((key) => timingSafeEqual(signature, sign(key, target)))) return null
  const kind = MailKind.options.find((each) => KINDS[each] === target[0])
  return kind ? { kind, id: uuidOf(target.subarray(1)) } : null
}

const sign = (key: Uint8Array, target: Uint8Array): Buffer =>
  createHmac('sha256', key).update('unsubscribe:').update(target).digest().subarray(0, SIGNATURE_BYTES)

const uuidOf = (bytes: Buffer): string =>
  bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
