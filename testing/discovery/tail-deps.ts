import { createDedupWindow } from '#discovery/ct/dedup-window.ts'
import type { TailDeps } from '#server/discovery/logs/tail-log.ts'

/** Reads without pauses, and does not wait for the candidates that it finds to be processed. */
export function createTailDeps(
  ctx: TailDeps['ctx'],
  resolveHost: TailDeps['screen']['resolveHost'],
): TailDeps {
  const window = () => createDedupWindow({ capacity: 1_000, keepMs: 1_000_000, now: ctx.now })
  return {
    ctx,
    onCandidates: () => undefined,
    backlogPauseMs: async () => 0,
    screen: { resolveHost, window: window(), platformHosts: window() },
  }
}
