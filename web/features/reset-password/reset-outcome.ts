import type { ErrorCode } from '#contracts/errors.ts'
import { isApiError } from '#web/api/api-error.ts'

export type LinkProblem =
  /** The server rejected the link. */
  | 'invalid'
  /** The check failed: no connection, or an unusable answer. */
  | 'unchecked'

/** Tells an invalid link from a failed check, which the visitor can repeat. */
export function linkProblemOf(error: unknown): LinkProblem {
  const isRefusal = isApiError(error) && error.status >= 400 && error.status < 500 && error.status !== 429
  return isRefusal ? 'invalid' : 'unchecked'
}

const linkCodes: readonly string[] = ['reset_link_invalid', 'reset_link_expired'] satisfies ErrorCode[]

export type ResetFailure =
  /** The link expired while its form was open. */
  { kind: 'link' } | { kind: 'field'; field: 'password' | 'confirmPassword' } | { kind: 'general' }

/** Where to show that the new password was not saved. */
export function resetFailureOf(error: unknown): ResetFailure {
  if (!isApiError(error)) return { kind: 'general' }
  if (linkCodes.includes(error.code)) return { kind: 'link' }
  if (error.field === 'newPassword') return { kind: 'field', field: 'password' }
  if (error.field === 'confirmPassword') return { kind: 'field', field: 'confirmPassword' }
  return { kind: 'general' }
}
