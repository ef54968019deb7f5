import { randomBytes } from 'node:crypto'
import {
  type googleSignin as googleSigninEndpoint,
  IDENTITY_WINDOW_PATH,
  type startIdentity as startIdentityEndpoint,
} from '#contracts/account/auth.ts'
import type { BodyOf, ResponseOf } from '#contracts/endpoint.ts'
import type { AccountRequest } from '#server/accounts/context.ts'
import { openAccountSession } from '#server/accounts/sessions/open-session.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { AppError, notFound, overloaded } from '#server/platform/errors.ts'
import { findOrCreateAccount } from './find-or-create-account.ts'
import { type Identity, readIdentity, refuseIdentity } from './identity.ts'

/**
 * Signs in the person that the provider names, or creates the account. Only failed attempts count
 * against a network.
 */
export async function googleSignin(
  ctx: AccountRequest,
  { idToken, rememberMe = false }: BodyOf<typeof googleSigninEndpoint>,
): Promise<ResponseOf<typeof googleSigninEndpoint>> {
  await ctx.limits.consume('identity', ctx.network)
  const identity = await readIdentity(ctx, idToken)
  const outcome = await signIn(ctx, identity, rememberMe)
  switch (outcome.kind) {
    case 'entered':
      await ctx.limits.forgive('identity', ctx.network)
      return { token: outcome.token }
    case 'other_subject':
      return refuseIdentity(ctx, 'other_subject')
    case 'being_deleted':
      throw new AppError('deletion_requested')
    default:
      return outcome satisfies never
  }
}

type Outcome =
  | { kind: 'entered'; token: string }
  | { kind: 'other_subject' }
  | { kind: 'being_deleted' }

async function signIn(
  ctx: AccountRequest,
  identity: Identity,
  rememberMe: boolean,
): Promise<Outcome> {
  const isSignUpOpen = await ctx.features.isOn('sign_up')
  return inTransaction(ctx, async (ctx): Promise<Outcome> => {
    const found = await findOrCreateAccount(ctx, identity, { isSignUpOpen })
    if (found.kind !== 'account') return found
    const { token, sessionId } = await openAccountSession(ctx, {
      userId: found.userId,
      rememberMe,
      detail: { by: 'identity' },
    })
    // A person who signed in at the provider a moment ago need not prove it again.
    await ctx.db
      .updateTable('sessions')
      .set({ proven_at: ctx.now() })
      .where('id', '=', sessionId)
      .execute()
    return { kind: 'entered', token }
  })
}

const STATE_BYTES = 18

/**
 * The ID token returns in the fragment after `#`, so that no server sees it before the requesting
 * page submits it.
 */
export async function startIdentity(
  { identityProvider, log }: Pick<AccountRequest, 'identityProvider' | 'log'>,
  origin: string,
): Promise<ResponseOf<typeof startIdentityEndpoint>> {
  if (!identityProvider) throw notFound()
  const endpointAddress = await identityProvider.authorizationEndpoint().catch((error: unknown) => {
    log.warn({ event: 'identity.not_started', err: error }, 'a sign-in could not begin')
    throw overloaded(error)
  })
  const state = randomBytes(STATE_BYTES).toString('base64url')
  const url = new URL(endpointAddress)
  const parameters = {
    client_id: identityProvider.clientId,
    redirect_uri: `${origin}${IDENTITY_WINDOW_PATH}`,
    response_type: 'id_token',
    scope: 'openid email profile',
    prompt: 'select_account',
    nonce: identityProvider.nonces.issue(),
    state,
  }
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  return { authorizationUrl: url.href, state }
}
