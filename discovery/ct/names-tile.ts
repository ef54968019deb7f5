import { isPublicHostName } from './common-name.ts'
import type { LogEntry } from './ct-log.ts'
import type { EntriesOutcome } from './entries-outcome.ts'
import { gunzipIfNeeded } from './gunzip.ts'

/**
 * Entries of a names tile, plain or gzip: JSON lines `{Timestamp, Subject?, DNS?, IP?}` (names-tiles.md of Sunlight).
 * The tile is not covered by the log's signature, so its lines are only hints. Never throws.
 * @param firstIndex index of the tile's first entry in the log
 */
export function parseNamesTile(bytes: Uint8Array, firstIndex: number): EntriesOutcome {
  const tile = gunzipIfNeeded(bytes)
  if (!tile) return { kind: 'malformed', detail: 'the tile cannot be decompressed' }
  const lines = tile.toString('utf8').split('\n')
  if (lines.at(-1) === '') lines.pop()
  const entries: LogEntry[] = []
  for (const line of lines) {
    const entry = readLine(line, firstIndex + entries.length)
    if (!entry) return { kind: 'malformed', detail: `line ${entries.length + 1} of the tile is no entry` }
    entries.push(entry)
  }
  return { kind: 'entries', entries }
}

// Checked by hand: a zod schema per line would take longer than the rest of the tile together.
function readLine(line: string, index: number): LogEntry | null {
  const json = parseJson(line)
  if (!isRecord(json)) return null
  const { Timestamp: timestampMs, DNS: dns = null, IP: ip = null, Subject: subject } = json
  if (typeof timestampMs !== 'number' || !Number.isSafeInteger(timestampMs) || timestampMs < 0) return null
  if (dns === null || (Array.isArray(dns) && dns.length === 0)) {
    const hasAltNames = Array.isArray(ip) && ip.length > 0
    return { index, timestampMs, names: hasAltNames ? [] : commonNameOf(subject) }
  }
  return isStrings(dns) ? { index, timestampMs, names: dns } : null
}

function commonNameOf(subject: unknown): string[] {
  const name = isRecord(subject) ? subject['CommonName'] : null
  return typeof name === 'string' && isPublicHostName(name) ? [name] : []
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}

function isStrings(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string')
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
