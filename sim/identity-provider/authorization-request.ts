export const CLIENT_ID = 'demo-client'

const REDIRECT_PATH = '/auth/callback'
const LOOPBACK_HOSTS = new Set(['localhost', '127.0.0.1', '[::1]'])

export type AuthorizationRequest = {
  redirectUri: string
  nonce: string
  state: string | null
  /** RFC 7636, method S256. */
  challenge: string
}

export type RequestReading =
  | { kind: 'right'; request: AuthorizationRequest }
  /** Shown only to the person: the redirect address is not known to be the relying party's. */
  | { kind: 'untrusted'; problem: string }
  | { kind: 'wrong'; location: string }

/** OpenID Connect Core 1.0, 3.1.2.1 and 3.1.2.2: the code flow, with PKCE for everyone. */
export function readRequest(parameters: URLSearchParams): RequestReading {
  const redirectUri = parameters.get('redirect_uri') ?? ''
  if (parameters.get('client_id') !== CLIENT_ID)
    return { kind: 'untrusted', problem: 'The site that sent you here is not known.' }
  if (!isOurRedirect(redirectUri))
    return {
      kind: 'untrusted',
      problem: 'The site that sent you here wants the answer at an unknown address.',
    }
  const state = parameters.get('state')
  const error = problemOf(parameters)
  if (error) return { kind: 'wrong', location: answerAt({ redirectUri, state }, { error }) }
  const nonce = parameters.get('nonce') ?? ''
  const challenge = parameters.get('code_challenge') ?? ''
  return { kind: 'right', request: { redirectUri, state, nonce, challenge } }
}

function isOurRedirect(address: string): boolean {
  const url = URL.parse(address)
  return (
    url !== null &&
    url.protocol === 'http:' &&
    LOOPBACK_HOSTS.has(url.hostname) &&
    address === `${url.origin}${REDIRECT_PATH}`
  )
}

function problemOf(parameters: URLSearchParams): string | null {
  if (parameters.get('response_type') !== 'code') return 'unsupported_response_type'
  if (!(parameters.get('scope') ?? '').split(' ').includes('openid')) return 'invalid_scope'
  // A SHA-256 in base64url. Without it, an attacker who intercepts the code could use it.
  const isBound =
    parameters.get('code_challenge_method') === 'S256' &&
    /^[\w-]{43}$/.test(parameters.get('code_challenge') ?? '')
  // Without a nonce, an ID token issued for another sign-in could be replayed.
  return isBound && parameters.get('nonce') ? null : 'invalid_request'
}

/** The address that the browser returns to with the answer. */
export function answerAt(
  { redirectUri, state }: Pick<AuthorizationRequest, 'redirectUri' | 'state'>,
  answer: Record<string, string>,
): string {
  return `${redirectUri}?${new URLSearchParams({ ...answer, ...(state !== null && { state }) })}`
}
