import type { Day } from '#contracts/dates.ts'
import type { PublicStats } from '#contracts/public.ts'

/** The page shows `views` as merchant leads. */
type SampleDay = { stores: number; trending: number; views: number }

/** Invented and labelled as such: section 3 of the specification, landing sample statistics. */
export const sampleDays: Readonly<Record<Day, SampleDay>> = {
  '2025-06-01': { stores: 1984, trending: 312, views: 1207 },
  '2025-06-02': { stores: 2316, trending: 348, views: 1421 },
  '2025-06-03': { stores: 2408, trending: 355, views: 1466 },
  '2025-06-04': { stores: 2377, trending: 361, views: 1450 },
  '2025-06-05': { stores: 2451, trending: 374, views: 1498 },
  '2025-06-06': { stores: 2289, trending: 369, views: 1387 },
  '2025-06-07': { stores: 1902, trending: 341, views: 1146 },
  '2025-06-08': { stores: 1873, trending: 330, views: 1118 },
  '2025-06-09': { stores: 2344, trending: 352, views: 1433 },
  '2025-06-10': { stores: 2490, trending: 377, views: 1529 },
  '2025-06-11': { stores: 2463, trending: 383, views: 1507 },
  '2025-06-12': { stores: 2535, trending: 391, views: 1562 },
  '2025-06-13': { stores: 2358, trending: 380, views: 1436 },
  '2025-06-14': { stores: 1957, trending: 346, views: 1189 },
}

export const firstSampleDay: Day = '2025-06-01'
export const lastSampleDay: Day = '2025-06-14'

/** The sample in the shape that the counters take; null for a day without one. */
export function sampleStatsOf(day: Day): PublicStats | null {
  const sample = sampleDays[day]
  if (!sample) return null
  return { totalStores: sample.stores, totalProducts: sample.trending, storesWithEmail: sample.views }
}
