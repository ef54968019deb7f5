/** People: sign-up, sign-in, identity provider, sessions, profile, deletion. */
import type { TableName } from '#server/platform/db/schema.ts'
import { registerJob } from '#server/platform/jobs/job-definition.ts'
import { olderThan, type Retention } from '#server/platform/jobs/purge-old-rows.ts'
import { eraseAccounts } from './deletion/erase-accounts.ts'
import { tidyPhotos } from './profile/photo-files.ts'
import {
  authRoutes,
  identityRoutes,
  photoRoutes,
  secondFactorRoutes,
  sessionRoutes,
  userRoutes,
} from './routes.ts'
import { purgeUnverified } from './sign-up/unverified-accounts.ts'

export { accountMails as mails } from './account-mails.ts'
export {
  lockOwnAccount,
  previousVisitEnd,
  readAccountForUpdate,
  recordUserVisit,
  requireOpenSession,
  setLocked,
  writePlan,
} from './account-state.ts'
export type { AccountRequest, AccountServices } from './context.ts'
export { eraseAccount, logErasure } from './deletion/erase-accounts.ts'
export { createIdentityProvider } from './identity-provider/identity-provider.ts'
export { readIssuer } from './identity-provider/issuer.ts'
export { PHOTO_PATH, photoOperation } from './profile/photos.ts'
export { endFirstRun, setEmailUpdates } from './profile/profile.ts'
export { createIntegration, deleteIntegration } from './sessions/integrations.ts'
export { dropSecondFactor, resealMemberFactors } from './second-factor/second-factor.ts'
export { readActiveSessions } from './sessions/sessions.ts'
export { createSignInLimits } from './sign-in/try-password.ts'
export { limits } from './limits.ts'

export const routes = [
  authRoutes,
  identityRoutes,
  sessionRoutes,
  secondFactorRoutes,
  userRoutes,
  photoRoutes,
]
export const jobs = [
  registerJob(eraseAccounts),
  registerJob(purgeUnverified),
  registerJob(tidyPhotos),
]

export const tables = [
  'account_tokens',
  'identities',
  'second_factors',
  'used_nonces',
  'user_photos',
  'users',
] as const satisfies TableName[]

export const retention: Retention<(typeof tables)[number]> = {
  // An expired nonce is refused for that reason alone.
  used_nonces: { old: olderThan('expires_at', 0) },
  users: { keep: 'until the account is erased' },
}
