import type { MailKind } from '#contracts/unsubscribe.ts'
import { isApiError } from '#web/api/api-error.ts'

export type UnsubscribeState =
  /** The page is loading what the link refers to. */
  | { kind: 'looking' }
  | { kind: 'invalid' }
  /** The subject of the link could not be loaded. */
  | { kind: 'unknown'; error: unknown }
  | { kind: 'asking' | 'turningOff' | 'off' | 'turningOn' | 'on'; about: MailKind }
  /** Turning it off failed; it is still on. */
  | { kind: 'stillOn'; about: MailKind; error: unknown }
  /** Turning it on again failed. */
  | { kind: 'stillOff'; about: MailKind; error: unknown }

/** A damaged link is final; after any other failure the user may retry. */
export const isDamaged = (error: unknown): boolean =>
  isApiError(error, 'unsubscribe_link_invalid') || isApiError(error, 'invalid_request')
