/**
 * Owners who want their domain left out: requests, proofs of ownership, the list, erasure; and
 * outgoing requests that respect the list.
 */
import { registerMail } from '#server/platform/mail/mail.ts'
import { optOutMail } from './opt-out-requests.ts'
import { optOutRoutes } from './routes.ts'

export { countStoresOf, eraseDomain, lockErasureShared } from './erase-domain.ts'
export {
  createPictureFetch,
  isOptedOut,
  isOptedOutUrl,
  optOutKeysOf,
  shopKeys,
  findOptedOutKeys,
  parseDomain,
} from './opt-out-list.ts'
export { createProofReader, readNoProofs, type ReadProofs } from './proofs.ts'
export type { OptOutServices } from './routes.ts'
export { limits } from './limits.ts'
export { retention, tables } from './tables.ts'

export const routes = [optOutRoutes]
export const mails = [registerMail(optOutMail)]
