import type { LogHead } from './ct-log.ts'

/**
 * A log's answer to the request for its signed size. `malformed` = not a valid answer (an error page, half a file): ask again. `untrusted`
 * = well formed, but not signed by this log: stop reading the log.
 */
export type HeadOutcome =
  | { kind: 'head'; head: LogHead }
  | { kind: 'malformed'; detail: string }
  | { kind: 'untrusted'; detail: string }
