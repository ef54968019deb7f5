/** As named by the log list. */
export type CtLog = {
  /** Base64 of the 32-byte log id. */
  logId: string
  description: string
  operator: string
  kind: 'static' | 'rfc6962'
  /**
   * Base address for reading: `monitoring_url` of a tiled log, `url` of an RFC 6962 log. Ends with
   * `/`.
   */
  url: string
  /** Checkpoint origin of a tiled log: its submission prefix without scheme and trailing slash. */
  origin: string
  /** SubjectPublicKeyInfo, DER in base64. */
  key: string
  state: 'usable' | 'qualified' | 'readonly' | 'pending' | 'retired' | 'rejected'
  /** Expiry range of the certificates that the log accepts; null = any. */
  temporalInterval: { start: Date; end: Date } | null
}

/** A log's signed size at one moment. */
export type LogHead = { size: number; rootHash: string; timestampMs: number }

/**
 * The heads of a log that are stored across restarts: the newest head, and the newest one proven to
 * contain the earlier ones.
 */
export type LogMemory = { head: LogHead | null; proven: LogHead | null }

/** The host names of one certificate, exactly as written in it (not yet normalised). */
export type LogEntry = {
  index: number
  timestampMs: number
  names: string[]
  /** The log served bytes that are not a valid entry. The entry keeps its index; its time is 0. */
  isUnreadable?: true
}

/**
 * One step from a position. `entries` are consecutive from there; `nextIndex` = the position of the
 * next step. `wait` = nothing new is worth fetching yet. `broken` = the log contradicts itself (bad
 * signature, shrank, forked, entries missing): stop and alert. `proven` = the newest head proven to
 * contain the earlier ones.
 */
export type LogStep =
  | { kind: 'entries'; entries: LogEntry[]; nextIndex: number; head: LogHead; proven?: LogHead }
  | { kind: 'wait'; head: LogHead; afterMs: number; proven?: LogHead }
  | { kind: 'unavailable'; afterMs: number; detail: string }
  | { kind: 'broken'; detail: string }

/**
 * Entries read from a tile or a response, or why the bytes are invalid: truncated, damaged, or from
 * another position.
 */
export type EntriesOutcome =
  | { kind: 'entries'; entries: LogEntry[] }
  | { kind: 'malformed'; detail: string }
