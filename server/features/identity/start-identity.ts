import { randomBytes } from 'node:crypto'
import type { ResponseOf } from '#contracts/endpoint.ts'
import type { startIdentity as endpoint } from '#contracts/auth.ts'
import { IDENTITY_WINDOW_PATH } from '#contracts/identity-window.ts'
import { notFound, overloaded } from '#server/errors.ts'
import type { RequestContext } from '#server/route.ts'

const STATE_BYTES = 18

/** The ID token returns in the fragment after `#`, so that no server sees it before the requesting page submits it. */
export async function startIdentity(
  { identityProvider, log }: Pick<RequestContext, 'identityProvider' | 'log'>,
  origin: string,
): Promise<ResponseOf<typeof endpoint>> {
  if (!identityProvider) throw notFound()
  const endpointAddress = await identityProvider.authorizationEndpoint().catch((error: unknown) => {
    log.warn({ event: 'identity.not_started', err: error }, 'no sign-in could begin')
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
