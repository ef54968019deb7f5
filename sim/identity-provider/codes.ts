import { createHash, randomBytes } from 'node:crypto'
import { CLIENT_ID, type AuthorizationRequest } from './authorization-request.ts'
import type { Person } from './people.ts'

const LIFETIME_MS = 60_000
const CODE_BYTES = 24

type Grant = { request: AuthorizationRequest; person: Person }

export type Codes = {
  issue: (grant: Grant) => string
  /** A code works once, for the client, the address and the verifier that it was asked with. */
  redeem: (form: URLSearchParams) => Grant | { error: 'unsupported_grant_type' | 'invalid_grant' }
}

/** In memory: a code that is a minute old is worth nothing. */
export function createCodes(now: () => number): Codes {
  const grants = new Map<string, Grant & { untilMs: number }>()
  return {
    issue(grant) {
      for (const [code, { untilMs }] of grants) if (untilMs <= now()) grants.delete(code)
      const code = randomBytes(CODE_BYTES).toString('base64url')
      grants.set(code, { ...grant, untilMs: now() + LIFETIME_MS })
      return code
    },
    redeem(form) {
      if (form.get('grant_type') !== 'authorization_code')
        return { error: 'unsupported_grant_type' }
      const code = form.get('code') ?? ''
      const grant = grants.get(code)
      // Also a wrong try uses it up.
      grants.delete(code)
      const verifier = form.get('code_verifier') ?? ''
      const challenge = createHash('sha256').update(verifier).digest('base64url')
      const isRight =
        grant !== undefined &&
        grant.untilMs > now() &&
        form.get('client_id') === CLIENT_ID &&
        form.get('redirect_uri') === grant.request.redirectUri &&
        challenge === grant.request.challenge
      return isRight ? grant : { error: 'invalid_grant' }
    },
  }
}
