import type { LogEntry } from './ct-log.ts'
import type { EntriesOutcome } from './entries-outcome.ts'
import { gunzipIfNeeded } from './gunzip.ts'
import { readTileLeaf } from './leaf.ts'
import { readCertificateNames } from './san.ts'

/**
 * Entries of a data tile, plain or gzip. A certificate that cannot be read yields no names. A tile is malformed as a whole if it is
 * truncated or if its entries have indexes other than `firstIndex`, `firstIndex + 1`, … Never throws.
 * @param firstIndex index of the tile's first entry in the log; `null` = take it from the entry's own extension, or 0 without one
 */
export function parseDataTile(bytes: Uint8Array, firstIndex: number | null): EntriesOutcome {
  const tile = gunzipIfNeeded(bytes)
  if (!tile) return { kind: 'malformed', detail: 'the tile cannot be decompressed' }
  const entries: LogEntry[] = []
  let index = firstIndex
  for (let at = 0; at < tile.length; index++) {
    const leaf = readTileLeaf(tile, at)
    if (!leaf) return { kind: 'malformed', detail: `entry ${entries.length} of the tile is cut off` }
    index ??= leaf.leafIndex ?? 0
    if (leaf.leafIndex !== null && leaf.leafIndex !== index) {
      return { kind: 'malformed', detail: `entry ${index} carries the index ${leaf.leafIndex}` }
    }
    const names = readCertificateNames(tile, leaf.certStart, leaf.certEnd, leaf.isPrecert)
    entries.push({ index, timestampMs: leaf.timestampMs, names })
    at = leaf.end
  }
  return { kind: 'entries', entries }
}
