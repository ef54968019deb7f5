/** Faults that the control server can order from a log, in addition to those of any host. */
export const LOG_FAULTS = [
  /** A `get-entries` page or tile ends in the middle, with a matching length. */
  'truncated',
  /** An unrelated HTML page with status 200. */
  'html',
  /** `get-entries` returns only a few entries. */
  'short',
  /** `get-entries` answers 400 if `end` is beyond the tree. */
  'strict-end',
  /** A signed head that is newer and smaller than the earlier ones. */
  'shrink',
  /**
   * Another history: heads, tiles and proofs agree with each other but not with those served
   * before.
   */
  'fork',
  /** The head before the newest one. */
  'stale',
  'bad-signature',
] as const
export type LogFault = (typeof LOG_FAULTS)[number]

const isHead = (path: string): boolean => /\/(checkpoint|ct\/v1\/get-sth)$/.test(path)
const isEntries = (path: string): boolean =>
  /\/(tile\/(names|data)\/|ct\/v1\/get-entries$)/.test(path)
const isGetEntries = (path: string): boolean => path.endsWith('/ct/v1/get-entries')

/**
 * Whether a fault is visible in the answer to this request; only then does it count as one of those
 * ordered.
 */
export function showsIn(fault: LogFault, path: string): boolean {
  switch (fault) {
    case 'truncated':
      return isEntries(path) || path.includes('/tile/')
    case 'short':
    case 'strict-end':
      return isGetEntries(path)
    case 'shrink':
    case 'stale':
    case 'bad-signature':
      return isHead(path)
    case 'html':
    case 'fork':
      return true
    default:
      return fault satisfies never
  }
}
