import type { LogEntry } from './ct-log.ts'

/** Entries read from a tile or an answer, or why it cannot be what it says: cut off, damaged, of another position. */
export type EntriesOutcome = { kind: 'entries'; entries: LogEntry[] } | { kind: 'malformed'; detail: string }
