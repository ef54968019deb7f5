/** What a log can be ordered to do wrong through the control server, apart from what any host can. */
export const LOG_FAULTS = [
  /** An entry page or tile ends in the middle, with a length to match. */
  'truncated',
  /** Somebody else's page with status 200. */
  'html',
  /** `get-entries` gives a handful. */
  'short',
  /** `get-entries` answers 400 where `end` lies beyond the tree. */
  'strict-end',
  /** A signed head that is newer and smaller than those before it. */
  'shrink',
  /** Another history: heads, tiles and proofs agree with each other and not with what was served before. */
  'fork',
  /** The head before the newest one. */
  'stale',
  'bad-signature',
] as const
export type LogFault = (typeof LOG_FAULTS)[number]

const isHead = (path: string): boolean => /\/(checkpoint|ct\/v1\/get-sth)$/.test(path)
const isEntries = (path: string): boolean => /\/(tile\/(names|data)\/|ct\/v1\/get-entries$)/.test(path)
const isGetEntries = (path: string): boolean => path.endsWith('/ct/v1/get-entries')

/** Whether a fault shows in the answer to this request; only then it counts as one of those ordered. */
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
