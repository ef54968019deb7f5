import type { LogEntry } from './ct-log.ts'

/** Entries read from a tile or a response, or why the bytes are invalid: truncated, damaged, or from another position. */
export type EntriesOutcome = { kind: 'entries'; entries: LogEntry[] } | { kind: 'malformed'; detail: string }
