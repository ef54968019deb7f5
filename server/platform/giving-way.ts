import { sql } from 'kysely'
import type { Db } from './db/schema.ts'
import type { Listen } from './db/notices.ts'

const CHANNEL = 'storedawn_pages_late'

/** A process of pages sends it in each second in which its event loop is late. */
export async function announceLate(db: Db): Promise<void> {
  await sql`select pg_notify(${CHANNEL}, '')`.execute(db)
}

/** A notice counts a little longer than the second until the next one. */
const LATE_FOR_MS = 1_200
const HELD_MS = 1_000
/** However long pages stay late, discovery keeps a third of the time. */
const FREE_MS = 500

type GivingWay = {
  recordLate: () => void
  /** Milliseconds until new work may begin; 0 = now. */
  holdMs: () => number
}

/** Monotonic time: it concerns this process, not the data. */
export function createGivingWay(nowMs: () => number = () => performance.now()): GivingWay {
  let sinceMs = Number.NEGATIVE_INFINITY
  let untilMs = Number.NEGATIVE_INFINITY
  return {
    recordLate() {
      const now = nowMs()
      // A shorter break does not begin a new hold: work would have had less than its share.
      if (now - untilMs >= FREE_MS) sinceMs = now
      untilMs = now + LATE_FOR_MS
    },
    holdMs() {
      const now = nowMs()
      if (now >= untilMs) return 0
      const heldMs = (now - sinceMs) % (HELD_MS + FREE_MS)
      return Math.max(0, Math.min(HELD_MS - heldMs, untilMs - now))
    },
  }
}

/** Hears of late pages until it is closed. */
export async function followLatePages(
  listen: Listen,
): Promise<GivingWay & { close: () => Promise<void> }> {
  const givingWay = createGivingWay()
  return { ...givingWay, ...(await listen(CHANNEL, givingWay.recordLate)) }
}
