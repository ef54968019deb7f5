import type { Tx } from '#server/platform/db/schema.ts'
import type { RequestContext } from '#server/platform/http/request-context.ts'
import type { IdentityProvider } from './identity-provider/identity-provider.ts'
import type { SignInLimits } from './sign-in/try-password.ts'

export type AccountServices = {
  /** Null without a configured provider. */
  identityProvider: IdentityProvider | null
  signInLimits: SignInLimits
}

export type AccountRequest = RequestContext & AccountServices

export type TxContext = Omit<RequestContext, 'db'> & { db: Tx }
