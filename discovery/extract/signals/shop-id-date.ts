import { DAY_MS } from '#contracts/dates.ts'
import type { DatedSignal } from '#discovery/launch/dated-signals.ts'

type Point = { id: number; day: string; earlierDays: number; laterDays: number }

const YEAR_DAYS = 365

/**
 * Known creation dates by shop id. Ids up to 2017 form one sequence. Since 2018 an id is counter ×
 * 32768 + pod with one counter per pod, so ids follow the order of dates only roughly: shops of one
 * week differ by more than ten thousand million. From about 70,000 million on, ids of 2023 and of
 * 2026 overlap, hence the late end dates for them.
 */
const POINTS: Point[] = (
  [
    [1, '2006-06-01', 0, 2 * YEAR_DAYS],
    [1_800_000, '2012-09-01', 2 * YEAR_DAYS, YEAR_DAYS],
    [14_014_759, '2016-07-15', 120, 120],
    [15_416_853, '2016-10-15', 120, 120],
    [18_156_521, '2017-03-15', 120, 120],
    [30_000_000, '2018-02-01', 180, 365],
    [1_600_000_000, '2018-06-01', 240, 540],
    [10_292_822_082, '2019-09-01', YEAR_DAYS, 2.2 * YEAR_DAYS],
    [27_058_733_116, '2019-11-15', YEAR_DAYS, 2.2 * YEAR_DAYS],
    [37_532_696_635, '2020-08-20', YEAR_DAYS, 2.2 * YEAR_DAYS],
    [53_400_109_242, '2021-02-04', YEAR_DAYS, 2 * YEAR_DAYS],
    [58_033_176_765, '2021-06-22', YEAR_DAYS, 2 * YEAR_DAYS],
    [63_362_957_541, '2022-04-15', YEAR_DAYS, 2 * YEAR_DAYS],
    [66_971_566_298, '2022-10-05', YEAR_DAYS, 2 * YEAR_DAYS],
    [72_600_000_000, '2023-07-01', YEAR_DAYS, 2 * YEAR_DAYS],
    [75_143_512_317, '2024-05-01', 1.3 * YEAR_DAYS, 2.5 * YEAR_DAYS],
    [82_758_664_539, '2024-08-20', 1.3 * YEAR_DAYS, 2.5 * YEAR_DAYS],
    [90_629_833_078, '2025-02-20', 1.3 * YEAR_DAYS, 2.5 * YEAR_DAYS],
    [96_531_513_708, '2026-01-10', 1.3 * YEAR_DAYS, 2.5 * YEAR_DAYS],
    [103_200_000_000, '2026-11-20', 1.3 * YEAR_DAYS, 2.5 * YEAR_DAYS],
  ] as const
).map(([id, day, earlierDays, laterDays]) => ({ id, day, earlierDays, laterDays }))

const between = (from: number, to: number, share: number): number => from + (to - from) * share

/**
 * The two points around an id; beyond the last point, the last segment is extrapolated linearly.
 */
function stretchOf(id: number): [Point, Point] | null {
  for (let at = 1; at < POINTS.length; at++) {
    const from = POINTS[at - 1]
    const to = POINTS[at]
    if (from && to && (id <= to.id || at === POINTS.length - 1)) return [from, to]
  }
  return null
}

/**
 * When shops with similar ids were created: best guess, and the days before and after which
 * creation is implausible. Null for an invalid id. The guess is never later than `observedAt`.
 */
export function estimateByShopId(shopId: string, observedAt: Date) {
  const id = Number(shopId)
  const stretch = Number.isSafeInteger(id) && id > 0 ? stretchOf(id) : null
  if (!stretch) return null
  const [from, to] = stretch
  const share = (id - from.id) / (to.id - from.id)
  const atMs = Math.min(
    between(Date.parse(from.day), Date.parse(to.day), share),
    observedAt.getTime(),
  )
  const inside = Math.min(share, 1)
  return {
    at: new Date(atMs),
    earliest: new Date(atMs - between(from.earlierDays, to.earlierDays, inside) * DAY_MS),
    latest: new Date(atMs + between(from.laterDays, to.laterDays, inside) * DAY_MS),
  }
}

/**
 * Since 2018 a shop number is counter × 32768 + pod; each pod has an independent counter that rises
 * with time.
 */
const POD_SPAN = 32_768
const FIRST_POD_ID = 100_000_000
/** The numbers up to 2017 form one sequence, as if they were one pod. */
const LEGACY_POD = -1

/** The platform assigns the numbers of one pod in order, within this tolerance. */
const ABOVE_SLACK_DAYS = 30
/** Most shops leave their first trace within this time after their number was assigned. */
const BELOW_SLACK_DAYS = 90
/** One shop with a wrong old date must not make its whole pod look old. */
const ABOVE_WITNESSES = 2
const BELOW_WITNESSES = 3

/** Null if the id is not a shop number. */
export function podOf(shopId: string): number | null {
  const id = Number(shopId)
  if (!Number.isSafeInteger(id) || id <= 0) return null
  return id < FIRST_POD_ID ? LEGACY_POD : id % POD_SPAN
}

/** First traces (ms) of other shops of the same pod. */
export type PodNeighbours = {
  /**
   * The earliest traces of shops with a higher number, earliest first: this shop's number was
   * assigned before theirs.
   */
  above: number[]
  /** Traces of the nearest shops with a lower number. */
  below: number[]
}

/**
 * Narrows the estimate for a shop number by its neighbours in the pod; with too few neighbours it
 * stays unchanged.
 */
export function narrowByPod(
  estimate: DatedSignal,
  pod: number,
  { above, below }: PodNeighbours,
): DatedSignal {
  const witness = above.toSorted((one, other) => one - other)[ABOVE_WITNESSES - 1]
  const hasBelow = below.length >= BELOW_WITNESSES
  const earliestMs = Date.parse(String(estimate.detail?.['earliest']))
  const latestMs = Date.parse(String(estimate.detail?.['latest']))
  if (Number.isNaN(earliestMs) || Number.isNaN(latestMs) || (witness === undefined && !hasBelow))
    return estimate
  const latest = Math.min(
    latestMs,
    witness === undefined ? latestMs : witness + ABOVE_SLACK_DAYS * DAY_MS,
  )
  const lower = hasBelow ? Math.min(...below) - BELOW_SLACK_DAYS * DAY_MS : earliestMs
  const earliest = Math.min(Math.max(earliestMs, lower), latest)
  const at = Math.min(Math.max(Date.parse(estimate.at), earliest), latest)
  const iso = (ms: number) => new Date(ms).toISOString()
  return {
    ...estimate,
    at: iso(Math.min(at, Date.parse(estimate.evidence.observedAt))),
    detail: {
      ...estimate.detail,
      earliest: iso(earliest),
      latest: iso(latest),
      pod,
      neighbours: above.length + below.length,
    },
  }
}

/**
 * The earliest moment at which a shop surely existed, as evidence for its neighbours; null if it
 * has no dated traces. Files are always uploaded to the shop itself. Products may be copies with
 * old dates, so the median product date is used.
 */
export function firstTraceOf(signals: DatedSignal[]): Date | null {
  const times = (kind: DatedSignal['kind'], read: (signal: DatedSignal) => unknown): number[] =>
    signals
      .filter((signal) => signal.kind === kind)
      .map((signal) => Date.parse(String(read(signal))))
      .filter((ms) => !Number.isNaN(ms))
  const files = times('asset_version', ({ at }) => at)
  const traces =
    files.length > 0
      ? files
      : times('oldest_product_created', ({ at, detail }) => detail?.['median'] ?? at)
  return traces.length > 0 ? new Date(Math.min(...traces)) : null
}
