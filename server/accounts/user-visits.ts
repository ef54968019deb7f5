import type { RequestContext } from '#server/platform/http/request-context.ts'
import type { Viewer } from '#server/platform/session/viewer.ts'

const VISIT_GAP_MS = 30 * 60 * 1000
const RECORD_EVERY_MS = 60 * 1000

/**
 * The first call after half an hour without one starts a new visit; the previous one ended with its
 * last call. Two calls at one moment start one visit.
 * @returns the end of the previous visit, at first the account's creation: anything later is new to
 * the user
 */
export async function recordUserVisit(
  ctx: Pick<RequestContext, 'db' | 'now'>,
  viewer: Viewer,
): Promise<Date> {
  const { userId, sessionId, stayedUntil } = viewer
  const at = ctx.now()
  const idleMs = sinceLastCallMs(viewer, at)
  const isNewVisit = idleMs > VISIT_GAP_MS
  // A program that calls with an API key is no visit.
  if (sessionId !== null && idleMs >= RECORD_EVERY_MS)
    await ctx.db
      .updateTable('users')
      .set({ stayed_until: at, ...(isNewVisit && { previous_stay_until: stayedUntil }) })
      .where('id', '=', userId)
      .where('stayed_until', 'is not distinct from', stayedUntil)
      .execute()
  return previousVisitEnd(viewer, at)
}

/** Without recording a call. */
export const previousVisitEnd = (viewer: Viewer, at: Date): Date =>
  (sinceLastCallMs(viewer, at) > VISIT_GAP_MS ? viewer.stayedUntil : viewer.previousStayUntil) ??
  viewer.memberSince

const sinceLastCallMs = ({ stayedUntil }: Viewer, at: Date): number =>
  at.getTime() - (stayedUntil?.getTime() ?? -Infinity)
