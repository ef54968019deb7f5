import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'

const FAILED_WAIT_MS = { first: 500, most: 30_000 }
/** A timer set to a longer delay fires at once: a registry that asks for a month would be queried without a pause. */
const LONGEST_TIMER_MS = 2 ** 31 - 1

export type StageLoop = {
  /** Ends the current wait because there is work. */
  wake: () => void
  stopped: Promise<void>
}

/**
 * Runs `step` until the signal fires. `step` returns how long to rest before the next call (0 = continue at once). A step that throws is
 * logged and retried after a growing wait: uncommitted work is simply done again.
 */
export function startStageLoop(options: {
  name: string
  log: Logger
  signal: AbortSignal
  step: () => Promise<number>
  /** For tests that control the clock. */
  restAtMostMs?: number
}): StageLoop {
  const { restAtMostMs = Number.POSITIVE_INFINITY } = options
  let wakeUp = new AbortController()
  const rest = async (ms: number) => {
    wakeUp = new AbortController()
    await sleep(Math.min(ms, restAtMostMs, LONGEST_TIMER_MS), undefined, {
      signal: AbortSignal.any([options.signal, wakeUp.signal]),
    }).catch(() => undefined)
  }
  const run = async () => {
    let failedWaitMs = FAILED_WAIT_MS.first
    while (!options.signal.aborted) {
      try {
        const restMs = await options.step()
        failedWaitMs = FAILED_WAIT_MS.first
        if (restMs > 0) await rest(restMs)
      } catch (error) {
        if (options.signal.aborted) return
        options.log.error(
          { event: 'stage.failed', stage: options.name, err: error, waitMs: failedWaitMs },
          'stage failed',
        )
        await rest(failedWaitMs)
        failedWaitMs = Math.min(failedWaitMs * 2, FAILED_WAIT_MS.most)
      }
    }
  }
  return { wake: () => wakeUp.abort(), stopped: run() }
}
