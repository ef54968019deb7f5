import { type Histogram, monitorEventLoopDelay } from 'node:perf_hooks'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { overloadedBeforeWork } from '#server/platform/errors.ts'

/** An idle process wakes this often. */
const RESOLUTION_MS = 20
const SAMPLE_MS = 1_000
const NANOSECONDS_PER_MS = 1e6
/**
 * One long pause is not load: the process compiles a large module or reads an index, or the machine
 * is busy elsewhere.
 */
const LATE_SAMPLES = 3
/** Pages are late when calls wait longer than this for their turn in the event loop. */
const LATE_MS = 20

type PressureLimit = {
  /** Mean delay of the event loop over one sample; 0 = no limit. */
  maxEventLoopDelayMs: number
  isExempt: (request: FastifyRequest) => boolean
  /** Called after each second in which calls waited too long for the event loop. */
  onLate: () => void
}

/**
 * Refuses expensive requests while the process keeps lagging: each accepted request would add to
 * the lag.
 */
export function limitPressure(
  server: FastifyInstance,
  { maxEventLoopDelayMs, isExempt, onLate }: PressureLimit,
): void {
  const gaps = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  let lateSamples = 0
  let timer: NodeJS.Timeout | undefined
  const sample = () => {
    const { meanMs, waitMs } = delayOf(gaps)
    gaps.reset()
    const isOver = maxEventLoopDelayMs > 0 && meanMs > maxEventLoopDelayMs
    lateSamples = isOver ? lateSamples + 1 : 0
    if (waitMs > LATE_MS) onLate()
  }
  // Delays during startup say nothing about load.
  server.addHook('onReady', async () => {
    gaps.enable()
    timer = setInterval(sample, SAMPLE_MS).unref()
  })
  server.addHook('onClose', async () => {
    clearInterval(timer)
    gaps.disable()
  })
  server.addHook('onRequest', (request, _reply, done) => {
    if (lateSamples >= LATE_SAMPLES && !isExempt(request))
      throw overloadedBeforeWork(new Error('the process lags'))
    done()
  })
}

/**
 * `meanMs`: of the gaps between two turns of the event loop. `waitMs`: how long a call that arrives
 * at any moment waits for the next turn. It meets a long gap more often, and waits half of it.
 */
export function delayOf({ mean, stddev }: Pick<Histogram, 'mean' | 'stddev'>): {
  meanMs: number
  waitMs: number
} {
  const [gapMs, spreadMs] = [mean / NANOSECONDS_PER_MS, stddev / NANOSECONDS_PER_MS]
  return {
    meanMs: gapMs - RESOLUTION_MS,
    waitMs: (gapMs ** 2 + spreadMs ** 2) / (2 * gapMs) - RESOLUTION_MS / 2,
  }
}
