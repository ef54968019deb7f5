import type { ErrorCode } from '#contracts/errors.ts'
import { isApiError } from '#web/api/api-error.ts'

export type UndoState =
  | { kind: 'asking' | 'working' | 'done' | 'expired' | 'invalid' }
  | { kind: 'failed'; error: unknown }

const codes: Partial<Record<ErrorCode | (string & {}), 'expired' | 'invalid'>> = {
  undo_link_expired: 'expired',
  undo_link_invalid: 'invalid',
  invalid_request: 'invalid',
}

/** State of the page after a refusal: the link is no longer valid, or the user may retry. */
export function undoStateOf(error: unknown): UndoState {
  const kind = isApiError(error) ? codes[error.code] : undefined
  return kind ? { kind } : { kind: 'failed', error }
}
