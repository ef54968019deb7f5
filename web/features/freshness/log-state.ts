import type { FreshnessLog } from '#contracts/freshness.ts'

export type LogState = 'atHead' | 'behind' | 'catchingUp' | 'parked' | 'ended'

/** Entries come in tiles of so many; one that is not full yet is read when it is. */
const UNFINISHED_TILE = 256

/** In the words of the page: `active` is at the log's head, behind it, or still in its first catch-up. */
export function logStateOf({
  state,
  liveSince,
  entriesBehind,
}: Pick<FreshnessLog, 'state' | 'liveSince' | 'entriesBehind'>): LogState {
  if (state !== 'active') return state
  if (liveSince === null) return 'catchingUp'
  return entriesBehind < UNFINISHED_TILE ? 'atHead' : 'behind'
}
