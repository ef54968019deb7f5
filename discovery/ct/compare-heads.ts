import type { LogHead } from './ct-log.ts'

/**
 * How a verified head relates to the one before it. `stale` = smaller and older: a cache or a mirror that lags behind, not a contradiction.
 * `forked` = the log signed two histories: it shrank later on, or has two roots at one size.
 * NOTE: this does not prove that a larger tree contains the smaller one; the caller of `grown` proves it from hash tiles.
 */
export function compareHeads(before: LogHead, next: LogHead): 'same' | 'grown' | 'stale' | 'forked' {
  if (next.size > before.size) return 'grown'
  if (next.size === before.size) return next.rootHash === before.rootHash ? 'same' : 'forked'
  return next.timestampMs < before.timestampMs ? 'stale' : 'forked'
}
