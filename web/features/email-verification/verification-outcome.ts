import { isApiError } from '#web/api/api-error.ts'

export type VerificationFailure =
  | 'expired'
  | 'failed'
  /** The check failed and can be repeated. */
  | 'unchecked'

/** Expired according to the error code or, as the specification requires, according to the message. */
export function verificationFailureOf(error: unknown): VerificationFailure {
  if (!isApiError(error)) return 'unchecked'
  if (error.code === 'verification_link_expired' || /expired/i.test(error.message)) return 'expired'
  const isRefusal = error.status >= 400 && error.status < 500 && error.status !== 429
  return isRefusal ? 'failed' : 'unchecked'
}
