/** A tree's size at a moment. */
export type DatedSize = { size: number; atMs: number }

export type HeadHistory = {
  grow: (after: DatedSize) => void
  /** Stops caches from serving a head older than the newest one. */
  forget: () => void
  /**
   * The head that a cache with entries of up to `maxAgeMs` may still serve; null if that is the
   * newest one.
   */
  cached: (nowMs: number, maxAgeMs: number) => DatedSize | null
  /** The head before the newest one, however old. */
  previous: () => DatedSize | null
}

const REMEMBERED_HEADS = 64

/** The recent heads of a log, which caches between the log and its readers may still hold. */
export function createHeadHistory(): HeadHistory {
  let heads: DatedSize[] = []
  let notBeforeMs = 0
  return {
    grow(after) {
      heads.push(after)
      if (heads.length > REMEMBERED_HEADS) heads = heads.slice(-REMEMBERED_HEADS / 2)
    },
    forget: () => void (notBeforeMs = heads.at(-1)?.atMs ?? 0),
    cached(nowMs, maxAgeMs) {
      const oldest = heads
        .slice(0, -1)
        .find(({ atMs }) => atMs >= Math.max(nowMs - maxAgeMs, notBeforeMs))
      return oldest ?? null
    },
    previous: () => heads.at(-2) ?? null,
  }
}
