import { createHmac, timingSafeEqual } from 'node:crypto'
import { MailKind, UNSUBSCRIBE_PATH } from '#contracts/site/mail-subscriptions.ts'
import type { Language } from '#i18n/languages.ts'
import type { AppContext } from '#server/platform/context.ts'
import type { MailContent } from './mail.ts'
import { pageLink } from '#server/platform/links.ts'

/**
 * How a mail offers to unsubscribe: a link for people, to a page that asks first, and the headers
 * with which mail programs unsubscribe in one click (RFC 8058).
 */
export async function unsubscribeLink(
  ctx: Pick<AppContext, 'config' | 'keyring'>,
  target: UnsubscribeTarget,
  language: Language,
): Promise<{ link: string; headers: NonNullable<MailContent['headers']> }> {
  const token = createUnsubscribeToken(ctx, target)
  return {
    link: pageLink(ctx.config, '/unsubscribe', language, { token }),
    headers: {
      'List-Unsubscribe': `<${ctx.config.PUBLIC_ORIGIN}${UNSUBSCRIBE_PATH}?token=${token}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  }
}

/**
 * The target of a link: the digest or the brief of an account, the mails of a saved search, or the
 * newsletter to an address.
 */
export type UnsubscribeTarget = { kind: MailKind; id: string }

const KINDS: Record<MailKind, number> = { digest: 1, search: 2, newsletter: 3, brief: 4 }
const ID_BYTES = 16
/** 128 bits cannot be guessed. */
const SIGNATURE_BYTES = 16
const TOKEN_BYTES = 1 + ID_BYTES + SIGNATURE_BYTES

type Deps = Pick<AppContext, 'keyring'>

/** Not stored: the token itself names its target, and it works while the target exists. */
export function createUnsubscribeToken(ctx: Deps, { kind, id }: UnsubscribeTarget): string {
  const target = Buffer.concat([Buffer.of(KINDS[kind]), Buffer.from(id.replaceAll('-', ''), 'hex')])
  return Buffer.concat([target, sign(ctx.keyring.current('unsubscribe'), target)]).toString(
    'base64url',
  )
}

/** Null for a token that was not made here or is incomplete. */
export function readUnsubscribeToken(ctx: Deps, token: string): UnsubscribeTarget | null {
  const bytes = Buffer.from(token, 'base64url')
  if (bytes.length !== TOKEN_BYTES || bytes.toString('base64url') !== token) return null
  const [target, signature] = [bytes.subarray(0, 1 + ID_BYTES), bytes.subarray(1 + ID_BYTES)]
  const keys = ctx.keyring.accepted('unsubscribe')
  if (!keys.some((key) => timingSafeEqual(signature, sign(key, target)))) return null
  const kind = MailKind.options.find((each) => KINDS[each] === target[0])
  return kind ? { kind, id: uuidOf(target.subarray(1)) } : null
}

const sign = (key: Uint8Array, target: Uint8Array): Buffer =>
  createHmac('sha256', key)
    .update('unsubscribe:')
    .update(target)
    .digest()
    .subarray(0, SIGNATURE_BYTES)

const uuidOf = (bytes: Buffer): string =>
  bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
