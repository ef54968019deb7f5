import * as z from 'zod'

import type { LogEntry } from './ct-log.ts'
import type { EntriesOutcome } from './entries-outcome.ts'
import { readMerkleTreeLeaf } from './leaf.ts'
import { readCertificateNames } from './san.ts'

// `extra_data` holds the issuers and the submitted pre-certificate; the names are all in `leaf_input`.
const Entries = z.object({ entries: z.array(z.unknown()).max(10_000) })
const Entry = z.object({ leaf_input: z.string() })

/**
 * Entries of an answer to `get-entries` (RFC 6962 section 4.6). Logs may send fewer than requested: continue after the last one. An invalid
 * entry keeps its index and is marked: the log will serve the same bytes tomorrow, so waiting for better ones would stall the reading.
 * Never throws.
 * @param firstIndex the `start` of the request
 */
export function parseGetEntries(json: unknown, firstIndex: number): EntriesOutcome {
  const answer = Entries.safeParse(json)
  if (!answer.success) return { kind: 'malformed', detail: 'not a list of entries' }
  return {
    kind: 'entries',
    entries: answer.data.entries.map((entry, at) => readEntry(entry, firstIndex + at)),
  }
}

function readEntry(json: unknown, index: number): LogEntry {
  const entry = Entry.safeParse(json)
  const bytes = Buffer.from(entry.success ? entry.data.leaf_input : '', 'base64')
  const leaf = readMerkleTreeLeaf(bytes)
  if (!leaf) return { index, timestampMs: 0, names: [], isUnreadable: true }
  const names = readCertificateNames(bytes, leaf.certStart, leaf.certEnd, leaf.isPrecert)
  return { index, timestampMs: leaf.timestampMs, names }
}
