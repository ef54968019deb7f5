import type { DatedSignal } from '#discovery/extract/store-snapshot.ts'
import { LAUNCH_RULE } from '#discovery/launch/launch-rule.ts'
import { countOf, earliest, least, type Limits, ofKind, timeOf } from '#discovery/launch/signal-times.ts'

export type Products = {
  isOld: boolean
  /** First product of the recent bulk; null if the products are old or unknown. */
  recentMs: number | null
  /** Some products are older: the shop is new, but not certainly. */
  isMixed: boolean
}

/** Reads one catalogue signal; without detail, its oldest product represents all. */
export function readCatalogue(reading: DatedSignal, limits: Limits, hasRecentFiles: boolean): Products {
  const { at, detail } = reading
  const oldest = timeOf(at) ?? 0
  const count = typeof detail?.['products'] === 'number' ? detail['products'] : 1
  const order = [oldest, timeOf(detail?.['secondOldest']), timeOf(detail?.['thirdOldest'])]
  const isOldAt = (rank: number): boolean => (order[rank] ?? Number.POSITIVE_INFINITY) < limits.newFromMs
  const imported = isOldAt(0) ? (isOldAt(1) ? LAUNCH_RULE.mostImported : 1) : 0
  const areImports =
    imported > 0 && imported < count && !isOldAt(imported) && (hasRecentFiles || imported * 4 <= count)
  const bulk = areImports ? (order[imported] ?? null) : oldest
  if (bulk === null) return { isOld: true, recentMs: null, isMixed: false }
  const median = areImports ? bulk : (timeOf(detail?.['median']) ?? oldest)
  const isOld = median < limits.traceFromMs || bulk < limits.preparedFromMs
  const recentMs = isOld ? null : Math.max(bulk, limits.newFromMs)
  return { isOld, recentMs, isMixed: areImports || bulk < limits.newFromMs }
}

/** More than half of the products were published long before they were created here: they were imported from another shop. */
export function isImported(reading: DatedSignal): boolean {
  const before = countOf(reading, 'publishedBefore')
  return before >= LAUNCH_RULE.leastImported && before * 2 > countOf(reading, 'products')
}

/** Combines all catalogue signals: a single old one decides. */
export function readProducts(signals: DatedSignal[], limits: Limits, hasRecentFiles: boolean): Products {
  const readings = ofKind(signals, 'oldest_product_created').map((signal) =>
    readCatalogue(signal, limits, hasRecentFiles),
  )
  // Products published before they were created here have imported dates; such a date counts as old only if it lies far back and no
  // creation dates are known.
  const published = readings.length === 0 ? earliest(signals, 'oldest_product_published') : null
  const isPublishedOld = published !== null && published < limits.preparedFromMs
  const isOld = isPublishedOld || readings.some((reading) => reading.isOld)
  return {
    isOld,
    recentMs: isOld ? null : least(readings.map(({ recentMs }) => recentMs)),
    isMixed: readings.some(({ isMixed }) => isMixed),
  }
}
