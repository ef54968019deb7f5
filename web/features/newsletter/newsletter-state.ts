import { isApiError } from '#web/api/api-error.ts'

export type NewsletterState =
  | { kind: 'asking' | 'confirming' | 'done' }
  /** The link is truncated, or we never issued it. */
  | { kind: 'invalid' }
  /** The link was not confirmed in time, or the address has unsubscribed since. */
  | { kind: 'expired' }
  | { kind: 'failed'; error: unknown }

/** An expired or invalid link is final; after any other failure the visitor may retry. */
export function newsletterStateOf(error: unknown): NewsletterState {
  if (isApiError(error, 'newsletter_link_expired')) return { kind: 'expired' }
  if (isApiError(error, 'newsletter_link_invalid') || isApiError(error, 'invalid_request'))
    return { kind: 'invalid' }
  return { kind: 'failed', error }
}
