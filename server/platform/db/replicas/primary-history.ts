import type { Db } from '#server/platform/db/schema.ts'
import { readPrimaryPosition, type WalPosition } from './wal-position.ts'

/** When the primary had reached which position, by this process's clock. Shows how late a replica is without comparing clocks. */
export type PrimaryHistory = {
  /** Asks the primary for its position and keeps it with the time. */
  sample: () => Promise<void>
  /** Everything committed until then is included in the position; null when the history does not reach back so far. */
  reachedAtMs: (position: WalPosition) => number | null
  /** Whether a position is certainly later than the limit. */
  isLate: (position: WalPosition) => boolean
}

export function createPrimaryHistory(db: Db, maxLagMs: number): PrimaryHistory {
  const points: { position: WalPosition; atMs: number }[] = []
  return {
    async sample() {
      // Before the question: the answer includes everything that was committed until then.
      const atMs = performance.now()
      points.push({ position: await readPrimaryPosition(db), atMs })
      // One point beyond the limit stays: a replica that has not reached it is late.
      while ((points[1]?.atMs ?? atMs) < atMs - maxLagMs) points.shift()
    },
    reachedAtMs: (position) => points.findLast((point) => point.position <= position)?.atMs ?? null,
    isLate(position) {
      const [first] = points
      return first !== undefined && first.position > position && performance.now() - first.atMs > maxLagMs
    },
  }
}
