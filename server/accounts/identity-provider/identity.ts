import { createHash } from 'node:crypto'
import type { AccountRequest } from '#server/accounts/context.ts'
import { recordAuditEvent } from '#server/platform/audit-trail.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import type { Cookies } from '#server/platform/http/cookies.ts'
import { parseAddress } from '#server/platform/mail/email-address.ts'
import type { Attempt } from './attempts.ts'
import { type IdClaims, verifyIdToken } from './identity-provider.ts'

/**
 * The person who signed in at the provider a moment ago, identified by issuer and subject. The
 * address is confirmed and may change.
 */
export type Identity = {
  issuer: string
  subject: string
  email: string
  firstName: string
  lastName: string
}

type IdentityContext = Pick<
  AccountRequest,
  'db' | 'now' | 'log' | 'identityProvider' | 'viewer' | 'network' | 'requestId'
>

/**
 * Uses the token up: a second reading is refused, and so is one for a sign-in that another browser
 * began. It uses the network: call it outside a transaction.
 * @throws AppError `identity_refused`; `not_found` without a provider
 */
export async function readIdentity(
  ctx: IdentityContext,
  cookies: Cookies,
  idToken: string,
): Promise<Identity> {
  const provider = ctx.identityProvider
  if (!provider) throw notFound()
  const { attempts } = provider
  const reading = await verifyIdToken({ provider, now: ctx.now }, attempts.open(idToken))
  if (reading.kind === 'refused') return refuseIdentity(ctx, reading.reason)
  const { claims } = reading
  const email = addressIn(claims.email)
  if (email === null) return refuseIdentity(ctx, 'email_malformed')
  const attempt = attempts.openIn(cookies).find(({ nonce }) => nonce === claims.nonce)
  if (!attempt) return refuseIdentity(ctx, 'nonce_foreign')
  attempts.end(cookies, attempt)
  if (!(await useNonce(ctx, attempt))) return refuseIdentity(ctx, 'nonce_used')
  return { issuer: provider.issuer, subject: claims.sub, email, ...namesOf(claims, email) }
}

/**
 * One answer for every failure; only the log and the audit trail hold the reason, and never the
 * token itself.
 */
export async function refuseIdentity(ctx: IdentityContext, reason: string): Promise<never> {
  ctx.log.info(
    { event: 'identity.refused', reason, requestId: ctx.requestId },
    'an ID token was refused',
  )
  await recordAuditEvent(ctx, {
    kind: 'identity.refused',
    userId: ctx.viewer?.userId ?? null,
    network: ctx.network,
    detail: { reason },
  })
  throw new AppError('identity_refused')
}

function addressIn(text: string): string | null {
  try {
    return parseAddress(text)
  } catch {
    return null
  }
}

async function useNonce(
  { db }: Pick<AccountRequest, 'db'>,
  { nonce, untilMs }: Attempt,
): Promise<boolean> {
  const nonceHash = createHash('sha256').update(nonce).digest('base64url')
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('used_nonces')
    .values({ nonce_hash: nonceHash, expires_at: new Date(untilMs) })
    .onConflict((conflict) => conflict.column('nonce_hash').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

const MAX_LENGTH = 60

/** Providers give the parts, the full name, or nothing; without a name the address is used. */
export function namesOf(
  { given_name, family_name, name = '' }: Pick<IdClaims, 'given_name' | 'family_name' | 'name'>,
  email: string,
): { firstName: string; lastName: string } {
  const [first = '', ...rest] = clean(name).split(' ')
  const given = clean(given_name ?? '')
  const family = clean(family_name ?? '')
  if (given || family)
    return { firstName: cut(given || family), lastName: cut(given ? family : '') }
  return { firstName: cut(first || email.replace(/@.*$/, '')), lastName: cut(rest.join(' ')) }
}

/** Removes control characters, one of which the database refuses, and lone surrogates. */
const clean = (text: string) =>
  text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim()

const cut = (text: string) => text.slice(0, MAX_LENGTH).toWellFormed().trim()
