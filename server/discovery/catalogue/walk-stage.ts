import { countFirstVisits } from '#server/discovery/candidates.ts'
import type { ExternalClients } from '#server/discovery/external-clients.ts'
import type { AppContext } from '#server/platform/context.ts'
import { type ClaimedWalk, claimWalks, MOST_ASKED_PER_DAY, releaseWalk } from './catalogue-walk.ts'
import { readWalkStep } from './read-walk-step.ts'
import { recordWalkStep } from './record-walk-step.ts'

/** While more hosts than this wait for their first visit, walks run one at a time: they wait longer, but never for ever. */
const FEW_FIRST_VISITS = 10
const MOST_AT_ONCE = 8
const IDLE_MS = 2_000
const LOOK_AGAIN_MS = 500
/** Adds room for robots.txt, redirects, and the sitemap. */
const MOST_REQUESTS = MOST_ASKED_PER_DAY + 10
const AFTER_FAILURE_MS = 60_000

type WalkOutside = Pick<ExternalClients, 'startVisit' | 'parseProducts'>

/**
 * Reads catalogues page by page, at most 20 pages of a host a day, within the same budget as the visits. Each page and the walk's position
 * are committed together; the walk of a dead process resumes from its position.
 */
export function createWalkStage(ctx: AppContext, outside: WalkOutside, signal: AbortSignal) {
  const underway = new Map<number, Promise<void>>()

  const walkOn = async (claimed: ClaimedWalk) => {
    let walk: ClaimedWalk | null = claimed
    const visit = outside.startVisit(claimed.host, { maxRequests: MOST_REQUESTS, signal })
    try {
      while (walk && !signal.aborted) {
        const reading = await readWalkStep(outside, visit, walk)
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
    const areManyWaiting = (await countFirstVisits(ctx.db, FEW_FIRST_VISITS + 1)) > FEW_FIRST_VISITS
    const room = (areManyWaiting ? 1 : MOST_AT_ONCE) - underway.size
    const claimed = await claimWalks(ctx, room)
    for (const walk of claimed)
      underway.set(
        walk.storeId,
        walkOn(walk).finally(() => underway.delete(walk.storeId)),
      )
    if (underway.size === 0) return IDLE_MS
    await Promise.race([
      ...underway.values(),
      new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS).unref()),
    ])
    return 0
  }

  return {
    step,
    areUnderway: () => underway.size > 0,
    idle: () => Promise.all(underway.values()),
  }
}
