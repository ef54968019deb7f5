import { isApiError } from '#web/api/api-error.ts'

export type NewsletterState =
  | { kind: 'asking' | 'confirming' | 'done' }
  /** The link is cut off, or was never ours. */
  | { kind: 'invalid' }
  /** Nobody confirmed it in time, or the address has left since. */
  | { kind: 'expired' }
  | { kind: 'failed'; error: unknown }

/** A dead link stays dead; anything else may be tried again. */
export function newsletterStateOf(error: unknown): NewsletterState {
  if (isApiError(error, 'newsletter_link_expired')) return { kind: 'expired' }
  if (isApiError(error, 'newsletter_link_invalid') || isApiError(error, 'invalid_request'))
    return { kind: 'invalid' }
  return { kind: 'failed', error }
}
