import * as z from 'zod'
import type * as api from '#contracts/accounts/auth.ts'
import type { BodyOf, ResponseOf } from '#contracts/endpoint.ts'
import type { AccountRequest } from '#server/accounts/context.ts'
import {
  type Opening,
  openAccountSession,
  tokenOf,
} from '#server/accounts/sessions/open-session.ts'
import { limits } from '#server/accounts/limits.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { AppError, notFound, overloaded } from '#server/platform/errors.ts'
import type { Cookies } from '#server/platform/http/cookies.ts'
import { challengeOf } from './attempts.ts'
import { findOrCreateAccount } from './find-or-create-account.ts'
import { type Identity, readIdentity, refuseIdentity } from './identity.ts'

/**
 * Signs in the person that the provider names, or creates the account. Only failed attempts count
 * against a network.
 */
export async function googleSignin(
  ctx: AccountRequest,
  cookies: Cookies,
  { idToken, rememberMe = false }: BodyOf<typeof api.googleSignin>,
): Promise<ResponseOf<typeof api.googleSignin>> {
  await ctx.limits.consume(limits.identity, ctx.network)
  const identity = await readIdentity(ctx, cookies, idToken)
  const outcome = await signIn(ctx, identity, rememberMe)
  switch (outcome.kind) {
    case 'opened':
    case 'code_required':
      await ctx.limits.forgive(limits.identity, ctx.network)
      return tokenOf(outcome)
    case 'other_subject':
      return refuseIdentity(ctx, 'other_subject')
    case 'being_deleted':
      throw new AppError('deletion_requested')
    default:
      return outcome satisfies never
  }
}

type Outcome = Opening | { kind: 'other_subject' } | { kind: 'being_deleted' }

async function signIn(
  ctx: AccountRequest,
  identity: Identity,
  rememberMe: boolean,
): Promise<Outcome> {
  const isSignUpOpen = await ctx.features.isOn('sign_up')
  return inTransaction(ctx, async (ctx): Promise<Outcome> => {
    const found = await findOrCreateAccount(ctx, identity, { isSignUpOpen })
    if (found.kind !== 'account') return found
    return openAccountSession(ctx, { userId: found.userId, rememberMe, by: 'identity' })
  })
}

/**
 * The authorization code flow with PKCE. Code and ID token never reach a script of the browser, and
 * the answer is accepted only from the browser that holds the cookie of this attempt.
 */
export async function startIdentity(
  { identityProvider, log }: Pick<AccountRequest, 'identityProvider' | 'log'>,
  cookies: Cookies,
  redirectUri: string,
): Promise<ResponseOf<typeof api.startIdentity>> {
  if (!identityProvider) throw notFound()
  const endpointAddress = await identityProvider.authorizationEndpoint().catch((error: unknown) => {
    log.warn({ event: 'identity.not_started', err: error }, 'a sign-in could not begin')
    throw overloaded(error)
  })
  const attempt = identityProvider.attempts.begin(cookies)
  const url = new URL(endpointAddress)
  const parameters = {
    client_id: identityProvider.clientId,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: 'openid email profile',
    prompt: 'select_account',
    code_challenge: challengeOf(attempt),
    code_challenge_method: 'S256',
    nonce: attempt.nonce,
    state: attempt.state,
  }
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  return { authorizationUrl: url.href, state: attempt.state }
}

const text = z.string().max(4_096).optional().catch(undefined)
const Callback = z.object({ state: text, code: text, error: text, iss: text })

/** Null when this browser began no sign-in. */
export type ProviderAnswer = { state: string; idToken?: string; error?: string } | null

/** The provider's redirect (RFC 6749, 4.1.2; RFC 9207), whose code we exchange at once. */
export async function receiveAnswer(
  ctx: Pick<AccountRequest, 'identityProvider' | 'limits' | 'log' | 'network'>,
  cookies: Cookies,
  { query, redirectUri }: { query: unknown; redirectUri: string },
): Promise<ProviderAnswer> {
  const { state, code, error = 'no_code', iss } = Callback.parse(query)
  const provider = ctx.identityProvider
  const attempt = provider?.attempts.openIn(cookies).find((one) => one.state === state)
  if (!provider || !attempt) return null
  const about = { state: attempt.state }
  if (iss !== undefined && iss !== provider.issuer) return { ...about, error: 'other_issuer' }
  if (code === undefined) {
    provider.attempts.end(cookies, attempt)
    return { ...about, error }
  }
  if (!(await ctx.limits.tryConsume(limits.identity, ctx.network)))
    return { ...about, error: 'rate_limited' }
  try {
    const idToken = await provider.exchangeCode({ code, verifier: attempt.verifier, redirectUri })
    await ctx.limits.forgive(limits.identity, ctx.network)
    return { ...about, idToken: provider.attempts.seal(idToken) }
  } catch (err) {
    ctx.log.warn({ event: 'identity.exchange_failed', err }, 'a code could not be exchanged')
    return { ...about, error: 'exchange_failed' }
  }
}
