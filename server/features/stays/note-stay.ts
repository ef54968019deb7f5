import type { AppContext } from '#server/context.ts'
import type { Viewer } from '#server/session/viewer.ts'

/** A stay ends when nothing is asked for this long. */
const REST_MS = 30 * 60 * 1000
/** Later calls of a stay are noted no more often than this. */
const NOTE_EVERY_MS = 60 * 1000

/**
 * Notes that the person is here. The first call after half an hour of rest begins a new stay; the one before ended with its last call. Two
 * calls at the same moment begin one.
 * @returns the end of the stay before this one; of a first stay, when the account was made: what is new to the person came after it
 */
export async function noteStay(ctx: Pick<AppContext, 'db' | 'now'>, viewer: Viewer): Promise<Date> {
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
  return sinceLastStay(viewer, at)
}

/** The end of the stay before the one that the person is in, without noting that they are here. */
export const sinceLastStay = (viewer: Viewer, at: Date): Date =>
  (restOf(viewer, at) > REST_MS ? viewer.stayedUntil : viewer.previousStayUntil) ?? viewer.memberSince

const restOf = ({ stayedUntil }: Viewer, at: Date): number =>
  at.getTime() - (stayedUntil?.getTime() ?? -Infinity)
