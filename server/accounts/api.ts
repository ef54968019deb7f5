/** People: sign-up, sign-in, identity provider, sessions, profile, deletion. */
import { registerJob } from '#server/platform/jobs/job-definition.ts'
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
export { readAccountForUpdate, requireOpenSession, setLocked } from './account-state.ts'
export type { AccountRequest, AccountServices } from './context.ts'
export { eraseAccount, logErasure } from './deletion/erase-accounts.ts'
export { createIdentityProvider } from './identity-provider/identity-provider.ts'
export { readIssuer } from './identity-provider/issuer.ts'
export { PHOTO_PATH, photoOperation } from './profile/photos.ts'
export { endFirstRun, setEmailUpdates } from './profile/preferences.ts'
export { createIntegration, deleteIntegration } from './sessions/integrations.ts'
export { dropSecondFactor, resealMemberFactors } from './second-factor/second-factor.ts'
export { readActiveSessions } from './sessions/sessions.ts'
export { createSignInLimits } from './sign-in/try-password.ts'
export { limits } from './limits.ts'
export { retention, tables } from './tables.ts'

export { previousVisitEnd, recordUserVisit } from './user-visits.ts'
export { writePlan } from './write-plan.ts'

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
