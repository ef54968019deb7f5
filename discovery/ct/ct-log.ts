/** A certificate log that can be read, as named by the log list. */
export type CtLog = {
  /** Base64 of the 32-byte log id. */
  logId: string
  description: string
  operator: string
  kind: 'static' | 'rfc6962'
  /** Where it is read: `monitoring_url` of a tiled log, `url` of an RFC 6962 log. Ends with `/`. */
  url: string
  /** Checkpoint origin of a tiled log: its submission prefix without scheme and trailing slash. */
  origin: string
  /** SubjectPublicKeyInfo, DER in base64. */
  key: string
  state: 'usable' | 'qualified' | 'readonly' | 'pending' | 'retired' | 'rejected'
  /** Expiry range of the certificates that it takes; null = any. */
  temporalInterval: { start: Date; end: Date } | null
}

/** A log's signed size at one moment. */
export type LogHead = { size: number; rootHash: string; timestampMs: number }

/** The host names of one certificate, as they stand in it (not yet normalised). */
export type LogEntry = { index: number; timestampMs: number; names: string[] }

/**
 * One step of tailing a log from a position. `entries` are consecutive from the position asked for; `nextIndex` is where
 * to go on. `wait` = nothing new that is worth fetching yet. `unavailable` = try again after the delay. `broken` = the log
 * contradicts itself (bad signature, shrank, forked): park it and tell somebody.
 */
export type LogStep =
  | { kind: 'entries'; entries: LogEntry[]; nextIndex: number; head: LogHead }
  | { kind: 'wait'; head: LogHead; afterMs: number }
  | { kind: 'unavailable'; afterMs: number; detail: string }
  | { kind: 'broken'; detail: string }
