import { DAY_MS } from '#contracts/dates.ts'
import type { DatedSignal } from '#discovery/extract/store-snapshot.ts'

/** Since 2018 a shop number is counter × 32768 + pod; each pod has an independent counter that rises with time. */
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
  /** The earliest traces of shops with a higher number, earliest first: this shop's number was assigned before theirs. */
  above: number[]
  /** Traces of the nearest shops with a lower number. */
  below: number[]
}

/** Narrows the estimate for a shop number by its neighbours in the pod; with too few neighbours it stays unchanged. */
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
  const latest = Math.min(latestMs, witness === undefined ? latestMs : witness + ABOVE_SLACK_DAYS * DAY_MS)
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
 * The earliest moment at which a shop surely existed, as evidence for its neighbours; null if it has no dated traces. Files are always
 * uploaded to the shop itself. Products may be copies with old dates, so the median product date is used.
 */
export function firstTraceOf(signals: DatedSignal[]): Date | null {
  const times = (kind: DatedSignal['kind'], read: (signal: DatedSignal) => unknown): number[] =>
    signals
      .filter((signal) => signal.kind === kind)
      .map((signal) => Date.parse(String(read(signal))))
      .filter((ms) => !Number.isNaN(ms))
  const files = times('asset_version', ({ at }) => at)
  const traces =
    files.length > 0 ? files : times('oldest_product_created', ({ at, detail }) => detail?.['median'] ?? at)
  return traces.length > 0 ? new Date(Math.min(...traces)) : null
}
