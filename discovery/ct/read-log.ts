import type { Fetch } from '#discovery/fetch/fetch-outcome.ts'

import { createBackOff } from './back-off.ts'
import type { CtLog, LogHead, LogStep } from './ct-log.ts'
import { createLogFetch, type Trouble } from './log-fetch.ts'
import type { LogSource } from './log-source.ts'
import { createRfc6962Source } from './rfc6962-source.ts'
import { createStaticSource } from './static-source.ts'

const CHECKPOINT_EVERY_MS = 10_000
const MAX_TILES_PER_STEP = 8

export type LogReaderOptions = {
  fetch: Fetch
  now: () => Date
  log: CtLog
  /** How long a log must bring no new full tile before its unfinished tile is read. */
  partialAfterMs: number
  /** How often the log is asked for its size, at most. Default 10 s. */
  checkpointEveryMs?: number
  /** Full tiles in one step, when far behind. Default 8, that is 2,048 entries. */
  maxTilesPerStep?: number
  /** The head that was verified last, from before a restart: so that a log cannot shrink meanwhile. */
  lastHead?: LogHead | null
  /** From 0 to below 1; spreads the retries. */
  random?: () => number
}

export type LogReader = {
  /** The entries from `fromIndex` (0-based leaf index) on, or why there are none now. Never throws. One call at a time. */
  step: (fromIndex: number, signal: AbortSignal) => Promise<LogStep>
  /** The verified size of the log, at most `checkpointEveryMs` old; `null` while there is none to be had. */
  readHead: (signal: AbortSignal) => Promise<LogHead | null>
}

/**
 * Reads one log step by step. Keeps no position: the caller commits `nextIndex` with what it made of the entries. While a
 * log is in trouble no request goes out before the delay is over, also if the caller asks earlier; a log that contradicted
 * itself once is not asked again.
 */
export function createLogReader(options: LogReaderOptions): LogReader {
  const source = createSource(options)
  const pause = createPause(options)
  let broken: Extract<LogStep, { kind: 'broken' }> | null = null

  return {
    async step(fromIndex, signal) {
      const early = broken ?? pause.current()
      if (early) return early
      const { step, trouble } = await source.step(fromIndex, signal)
      if (signal.aborted) return step ?? { kind: 'unavailable', afterMs: 0, detail: 'aborted' }
      if (trouble) pause.begin(trouble)
      else pause.end()
      if (step?.kind === 'broken') broken = step
      return step ?? pause.current() ?? { kind: 'unavailable', afterMs: 0, detail: 'nothing was read' }
    },
    async readHead(signal) {
      if (broken ?? pause.current()) return null
      const answer = await source.readHead(0, signal)
      if (answer.kind === 'trouble' && !signal.aborted) pause.begin(answer.trouble)
      if (answer.kind === 'broken') broken = answer
      return answer.kind === 'head' ? answer.head : null
    },
  }
}

function createSource(options: LogReaderOptions): LogSource {
  const { fetch, now, log, partialAfterMs, lastHead = null } = options
  const { checkpointEveryMs = CHECKPOINT_EVERY_MS, maxTilesPerStep = MAX_TILES_PER_STEP } = options
  const get = createLogFetch({ fetch, now, url: log.url })
  const common = { get, now, log, checkpointEveryMs, lastHead }
  if (log.kind === 'rfc6962') return createRfc6962Source(common)
  return createStaticSource({ ...common, partialAfterMs, maxTilesPerStep })
}

type Unavailable = Extract<LogStep, { kind: 'unavailable' }>
type Pause = { begin: (trouble: Trouble) => void; end: () => void; current: () => Unavailable | null }

/** The rest that a troubled log gets: what it asked for, and never less than the back-off. */
function createPause({ now, random = Math.random }: LogReaderOptions): Pause {
  const backOff = createBackOff(random)
  let untilMs = -Infinity
  let detail = ''
  return {
    begin(trouble) {
      untilMs = now().getTime() + Math.max(trouble.afterMs ?? 0, backOff.fail())
      detail = trouble.detail
    },
    end: () => backOff.succeed(),
    current() {
      const afterMs = untilMs - now().getTime()
      return afterMs > 0 ? { kind: 'unavailable', afterMs, detail } : null
    },
  }
}
