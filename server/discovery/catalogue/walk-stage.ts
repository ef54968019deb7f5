import { areManyFirstVisitsWaiting } from '#server/discovery/candidates.ts'
import type { ExternalClients } from '#server/discovery/external-clients.ts'
import type { AppContext } from '#server/platform/context.ts'
import {
  type ClaimedWalk,
  claimWalks,
  MAX_REQUESTS_PER_DAY,
  releaseWalk,
} from './catalogue-walk.ts'
import { readWalkStep } from './read-walk-step.ts'
import { recordWalkStep } from './record-walk-step.ts'

const CONCURRENT_WALKS = { behind: 1, most: 8 }
const IDLE_MS = 2_000
const POLL_MS = 500
/** Adds room for robots.txt, redirects, and the sitemap. */
const MAX_REQUESTS = MAX_REQUESTS_PER_DAY + 10
const AFTER_FAILURE_MS = 60_000

type WalkClients = Pick<ExternalClients, 'startVisit' | 'parseProducts'>

/**
 * Reads catalogues page by page, at most 20 pages of a host a day, within the same budget as the
 * visits. Each page and the walk's position are committed together; the walk of a dead process
 * resumes from its position.
 */
export function createWalkStage(ctx: AppContext, clients: WalkClients, signal: AbortSignal) {
  const running = new Map<number, Promise<void>>()

  const runWalk = async (claimed: ClaimedWalk) => {
    let walk: ClaimedWalk | null = claimed
    const visit = clients.startVisit(claimed.host, { maxRequests: MAX_REQUESTS, signal })
    try {
      while (walk && !signal.aborted) {
        const reading = await readWalkStep(clients, visit, walk)
        if (signal.aborted) break
        walk = await recordWalkStep(ctx, walk, reading)
      }
      if (walk) await releaseWalk(ctx.db, walk, ctx.now())
    } catch (error) {
      if (!signal.aborted)
        ctx.log.error({ event: 'walk.failed', host: claimed.host, err: error }, 'walk failed')
      // If this fails too, the claim expires by itself.
      const dueAt = new Date(ctx.now().getTime() + AFTER_FAILURE_MS)
      if (walk) await releaseWalk(ctx.db, walk, dueAt).catch(() => undefined)
    }
  }

  const step = async (): Promise<number> => {
    const isBehind = await areManyFirstVisitsWaiting(ctx.db)
    const room = CONCURRENT_WALKS[isBehind ? 'behind' : 'most'] - running.size
    const claimed = await claimWalks(ctx, room)
    for (const walk of claimed)
      running.set(
        walk.storeId,
        runWalk(walk).finally(() => running.delete(walk.storeId)),
      )
    if (running.size === 0) return IDLE_MS
    await Promise.race([
      ...running.values(),
      new Promise((resolve) => setTimeout(resolve, POLL_MS).unref()),
    ])
    return 0
  }

  return {
    step,
    isBusy: () => running.size > 0,
    idle: () => Promise.all(running.values()),
  }
}
