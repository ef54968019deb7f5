import { abortableSleep, type Sleep } from '#discovery/fetch/abortable-sleep.ts'
import type { Fetch } from '#discovery/fetch/fetch-outcome.ts'
import type { CtLog, LogHead, LogMemory, LogStep } from './ct-log.ts'
import type { LogSource } from './log-source.ts'
import { createLogFetch, type LogFetch, type Trouble } from './log-fetch.ts'
import { createRfc6962Source } from './rfc6962-log.ts'
import { createStaticSource } from './static-log.ts'
import { createBackOff, createThrottle, type Throttle } from './throttle.ts'

const CHECKPOINT_EVERY_MS = 10_000
/**
 * A log may take a while to serve entries that it has just signed; entries missing for longer than
 * this are lost.
 */
const MAX_GAP_MS = 30 * 60 * 1000

export type LogReaderOptions = {
  fetch: Fetch
  now: () => Date
  log: CtLog
  /** How long a log must produce no new full tile before its partial tile is read. */
  partialAfterMs: number
  /** Minimum time between two requests for the log's size. Default 10 s. */
  checkpointEveryMs?: number
  /**
   * The heads verified before a restart, so that the log can neither shrink nor fork in between.
   */
  memory?: LogMemory
  /** From 0 to below 1; spreads the retries. */
  random?: () => number
  /** Waits between two requests to a log that asked for fewer requests. */
  sleep?: Sleep
}

export type LogReader = {
  /**
   * The entries from `fromIndex` (0-based leaf index) on, or why there are none now. Never throws.
   * Do not call concurrently.
   */
  step: (fromIndex: number, signal: AbortSignal) => Promise<LogStep>
  /**
   * The verified size of the log, at most `checkpointEveryMs` old; `null` while the log provides
   * none.
   */
  readHead: (signal: AbortSignal) => Promise<LogHead | null>
}

/**
 * Reads a log step by step; the caller commits `nextIndex` together with its results. While a log
 * is in trouble no request goes out before the delay is over. After a contradiction it is never
 * asked again: create a new reader with the remembered heads.
 */
export function createLogReader(options: LogReaderOptions): LogReader {
  const throttle = createThrottle(options.now)
  const source = createSource(options, throttle)
  const pause = createPause(options)
  const gap = createGapTimer(options.now)
  let broken: Extract<LogStep, { kind: 'broken' }> | null = null

  return {
    async step(fromIndex, signal) {
      const early = broken ?? pause.current()
      if (early) return early
      const { step, trouble } = await source.step(fromIndex, signal)
      if (signal.aborted) return step ?? { kind: 'unavailable', afterMs: 0, detail: 'aborted' }
      if (trouble) pause.begin(trouble)
      else pause.end()
      const lost = step ? gap.close() : trouble?.isGap && gap.seeAt(fromIndex)
      if (lost)
        broken = {
          kind: 'broken',
          detail: `entries from ${fromIndex} are missing (${trouble?.detail})`,
        }
      else if (step?.kind === 'broken') broken = step
      return (
        step ??
        broken ??
        pause.current() ?? { kind: 'unavailable', afterMs: 0, detail: 'nothing was read' }
      )
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

const NOTHING_KNOWN: LogMemory = { head: null, proven: null }

function createSource(options: LogReaderOptions, throttle: Throttle): LogSource {
  const { fetch, now, log, partialAfterMs, memory = NOTHING_KNOWN } = options
  const { checkpointEveryMs = CHECKPOINT_EVERY_MS, sleep = abortableSleep } = options
  const get = withThrottle(createLogFetch({ fetch, now, url: log.url }), throttle, sleep)
  const common = { get, now, log, checkpointEveryMs, memory, throttle }
  if (log.kind === 'rfc6962') return createRfc6962Source(common)
  return createStaticSource({ ...common, partialAfterMs })
}

/** Wraps the fetch so that each request waits for the throttle and reports back to it. */
function withThrottle(get: LogFetch, throttle: Throttle, sleep: Sleep): LogFetch {
  return async (path, maxBytes, signal) => {
    const restMs = throttle.restMs()
    if (restMs > 0) await sleep(restMs, signal)
    const answer = await get(path, maxBytes, signal)
    if (answer.kind === 'body') throttle.succeeded()
    if (answer.kind === 'trouble' && answer.trouble.isThrottled) throttle.throttled()
    throttle.asked()
    return answer
  }
}

/** True once the entries at one position have been missing for too long. */
function createGapTimer(now: () => Date) {
  let open: { index: number; sinceMs: number } | null = null
  return {
    seeAt(index: number) {
      if (open?.index !== index) open = { index, sinceMs: now().getTime() }
      return now().getTime() - open.sinceMs > MAX_GAP_MS
    },
    close() {
      open = null
      return false
    },
  }
}

/**
 * How long a log in trouble is left alone: as long as it asked for, but never less than the
 * back-off.
 */
function createPause({ now, random = Math.random }: LogReaderOptions) {
  const backOff = createBackOff(random)
  let untilMs = -Infinity
  let detail = ''
  return {
    begin(trouble: Trouble) {
      untilMs = now().getTime() + Math.max(trouble.afterMs ?? 0, backOff.fail())
      detail = trouble.detail
    },
    end: () => backOff.succeed(),
    current(): Extract<LogStep, { kind: 'unavailable' }> | null {
      const afterMs = untilMs - now().getTime()
      return afterMs > 0 ? { kind: 'unavailable', afterMs, detail } : null
    },
  }
}
