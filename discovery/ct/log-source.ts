import type { CtLog, LogMemory, LogStep } from './ct-log.ts'
import type { LogFetch, Trouble } from './log-fetch.ts'
import type { Throttle } from './throttle.ts'
import type { HeadReader } from './tree-head-reader.ts'

export type SourceOptions = {
  get: LogFetch
  now: () => Date
  log: CtLog
  checkpointEveryMs: number
  memory: LogMemory
  throttle: Throttle
}

/**
 * Result of one step of a source. Both fields may be set: entries that were read, and the trouble
 * that ended the reading. A step is never `unavailable` here; the reader combines trouble with the
 * back-off into that.
 */
export type SourceStep = { step: LogStep | null; trouble: Trouble | null }

/** One way of reading logs: static tiles, or RFC 6962. */
export type LogSource = {
  readHead: HeadReader
  step: (fromIndex: number, signal: AbortSignal) => Promise<SourceStep>
}

export const sourceStep = (step: LogStep, trouble: Trouble | null = null): SourceStep => ({
  step,
  trouble,
})
export const sourceTrouble = (trouble: Trouble): SourceStep => ({ step: null, trouble })
