import type { AppContext } from '#server/platform/context.ts'
import type { Viewer } from '#server/platform/session/viewer.ts'

/** A stay ends after this long without a call. */
const REST_MS = 30 * 60 * 1000
/** Later calls of a stay are recorded at most this often. */
const NOTE_EVERY_MS = 60 * 1000

/**
 * Records the person's presence. The first call after half an hour of rest starts a new stay; the previous one ended with its last call.
 * Two calls at the same moment start one stay.
 * @returns the end of the previous stay, or for a first stay the account's creation: anything later is new to the person
 */
export async function recordUserVisit(ctx: Pick<AppContext, 'db' | 'now'>, viewer: Viewer): Promise<Date> {
  const { userId, stayedUntil } = viewer
  const at = ctx.now()
  const restedMs = restOf(viewer, at)
  const isNewStay = restedMs > REST_MS
  if (restedMs >= NOTE_EVERY_MS)
    await ctx.db
      .updateTable('users')
      .set({ stayed_until: at, ...(isNewStay && { previous_stay_until: stayedUntil }) })
      .where('id', '=', userId)
      .where('stayed_until', 'is not distinct from', stayedUntil)
      .execute()
  return lastVisitEnd(viewer, at)
}

/** The end of the stay before the current one, without recording the person's presence. */
export const lastVisitEnd = (viewer: Viewer, at: Date): Date =>
  (restOf(viewer, at) > REST_MS ? viewer.stayedUntil : viewer.previousStayUntil) ?? viewer.memberSince

const restOf = ({ stayedUntil }: Viewer, at: Date): number =>
  at.getTime() - (stayedUntil?.getTime() ?? -Infinity)
