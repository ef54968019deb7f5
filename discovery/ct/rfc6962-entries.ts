import * as z from 'zod'

import type { LogEntry } from './ct-log.ts'
import type { EntriesOutcome } from './entries-outcome.ts'
import { readMerkleTreeLeaf } from './leaf.ts'
import { readCertificateNames } from './san.ts'

// `extra_data` holds the issuers and the submitted pre-certificate; the names are all in `leaf_input`.
const Entries = z.object({ entries: z.array(z.object({ leaf_input: z.string() })).max(10_000) })

/**
 * Entries of an answer to `get-entries` (RFC 6962 section 4.6). Logs may send fewer than asked for: go on after the last
 * one. Never throws.
 * @param firstIndex the `start` of the request
 */
export function parseGetEntries(json: unknown, firstIndex: number): EntriesOutcome {
  const answer = Entries.safeParse(json)
  if (!answer.success) return { kind: 'malformed', detail: 'not a list of entries' }
  const entries: LogEntry[] = []
  for (const { leaf_input: encoded } of answer.data.entries) {
    const index = firstIndex + entries.length
    const bytes = Buffer.from(encoded, 'base64')
    const leaf = readMerkleTreeLeaf(bytes)
    if (!leaf) return { kind: 'malformed', detail: `entry ${index} is no Merkle tree leaf` }
    const names = readCertificateNames(bytes, leaf.certStart, leaf.certEnd, leaf.isPrecert)
    entries.push({ index, timestampMs: leaf.timestampMs, names })
  }
  return { kind: 'entries', entries }
}
