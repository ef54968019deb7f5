import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'

const FAILED_WAIT_MS = { first: 500, max: 30_000 }
/**
 * A timer set to a longer delay fires at once: a registry that asks for a month would be queried
 * without a pause.
 */
const MAX_TIMER_MS = 2 ** 31 - 1

type StageLoop = {
  /** Ends the current wait because there is work. */
  wake: () => void
  stopped: Promise<void>
}

/**
 * Runs `step` until the signal fires. `step` returns how long to pause before the next call (0 =
 * continue at once). A step that throws is logged and retried after a growing wait: uncommitted
 * work is simply done again.
 */
export function startStageLoop(options: {
  name: string
  log: Logger
  signal: AbortSignal
  step: () => Promise<number>
  /** For tests that control the clock. */
  maxPauseMs?: number
}): StageLoop {
  const { maxPauseMs = Number.POSITIVE_INFINITY } = options
  let waking = new AbortController()
  const pause = async (ms: number) => {
    waking = new AbortController()
    await sleep(Math.min(ms, maxPauseMs, MAX_TIMER_MS), undefined, {
      signal: AbortSignal.any([options.signal, waking.signal]),
    }).catch(() => undefined)
  }
  const run = async () => {
    let failedWaitMs = FAILED_WAIT_MS.first
    while (!options.signal.aborted) {
      try {
        const pauseMs = await options.step()
        failedWaitMs = FAILED_WAIT_MS.first
        if (pauseMs > 0) await pause(pauseMs)
      } catch (error) {
        if (options.signal.aborted) return
        options.log.error(
          { event: 'stage.failed', stage: options.name, err: error, waitMs: failedWaitMs },
          'stage failed',
        )
        await pause(failedWaitMs)
        failedWaitMs = Math.min(failedWaitMs * 2, FAILED_WAIT_MS.max)
      }
    }
  }
  return { wake: () => waking.abort(), stopped: run() }
}
