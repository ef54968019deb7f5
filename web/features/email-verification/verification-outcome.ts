import { isApiError } from '#web/api/api-error.ts'

export type VerificationFailure =
  | 'expired'
  | 'failed'
  /** Nobody could say: it can be tried again. */
  | 'unchecked'

/** Expired is what the code calls so, and as the specification has it, what the message calls so. */
export function verificationFailureOf(error: unknown): VerificationFailure {
  if (!isApiError(error)) return 'unchecked'
  if (error.code === 'verification_link_expired' || /expired/i.test(error.message)) return 'expired'
  const isRefusal = error.status >= 400 && error.status < 500 && error.status !== 429
  return isRefusal ? 'failed' : 'unchecked'
}
