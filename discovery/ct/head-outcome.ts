import type { LogHead } from './ct-log.ts'

/**
 * What a log's answer to "how big are you" was. `malformed` = not an answer at all (an error page, half a file): ask again.
 * `untrusted` = well formed, but not signed by this log: nobody should read on.
 */
export type HeadOutcome =
  | { kind: 'head'; head: LogHead }
  | { kind: 'malformed'; detail: string }
  | { kind: 'untrusted'; detail: string }
