import type { FreshnessLog } from '#contracts/freshness.ts'

export type LogState = 'atHead' | 'behind' | 'catchingUp' | 'parked' | 'ended'

/** Logs publish entries in tiles of this size; we read a partial tile only once it is full. */
const UNFINISHED_TILE = 256

/** State as the page names it: `active` is either at the log's head, behind it, or still in its first catch-up. */
export function logStateOf({
  state,
  liveSince,
  entriesBehind,
}: Pick<FreshnessLog, 'state' | 'liveSince' | 'entriesBehind'>): LogState {
  if (state !== 'active') return state
  if (liveSince === null) return 'catchingUp'
  return entriesBehind < UNFINISHED_TILE ? 'atHead' : 'behind'
}
