import type { MailKind } from '#contracts/unsubscribe.ts'
import { isApiError } from '#web/api/api-error.ts'

export type UnsubscribeState =
  /** It is being asked what the link is about. */
  | { kind: 'looking' }
  | { kind: 'invalid' }
  /** What the link is about could not be asked. */
  | { kind: 'unknown'; error: unknown }
  | { kind: 'asking' | 'turningOff' | 'off' | 'turningOn' | 'on'; about: MailKind }
  /** Trying to turn it off did not work: it is still on. */
  | { kind: 'stillOn'; about: MailKind; error: unknown }
  /** Trying to turn it on again did not work. */
  | { kind: 'stillOff'; about: MailKind; error: unknown }

/** A damaged link stays damaged; anything else may be tried again. */
export const isDamaged = (error: unknown): boolean =>
  isApiError(error, 'unsubscribe_link_invalid') || isApiError(error, 'invalid_request')
