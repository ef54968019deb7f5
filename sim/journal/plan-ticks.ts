import { fraction } from '../random.ts'
import { DAY_MS, HOUR_MS } from '../time.ts'
import { type Counters, countersAfter, type Tick } from './tick.ts'
import type { WorldOptions } from '../options.ts'

type Rates = { newPerMs: number; oldPerNew: number; strayPerNew: number; certificatesPerMs: number }

const STRAY_PER_NEW = 0.4
/**
 * Entries per certificate and log, averaged over the logs: most certificates go to two, some with
 * the final certificate too.
 */
export const ENTRIES_PER_CERTIFICATE = 0.7
// Some new shops are closed and some names clash: creating a few more keeps the promise of
// `stores`.
const SPARE = 1.06

export const backlogRates = (options: WorldOptions): Rates => ({
  newPerMs: (options.stores * SPARE) / (options.days * DAY_MS),
  oldPerNew: options.oldPerNew,
  strayPerNew: STRAY_PER_NEW,
  certificatesPerMs: options.entriesPerHour / ENTRIES_PER_CERTIFICATE / HOUR_MS,
})

export const liveRates = (options: WorldOptions): Rates => ({
  newPerMs: options.launchEveryMs === 0 ? 0 : 1 / options.launchEveryMs,
  oldPerNew: options.oldPerNew,
  strayPerNew: STRAY_PER_NEW,
  certificatesPerMs:
    options.noisePerShop > 0 && options.launchEveryMs > 0
      ? (1 + options.oldPerNew + STRAY_PER_NEW + options.noisePerShop) / options.launchEveryMs
      : options.entriesPerSecond / ENTRIES_PER_CERTIFICATE / 1000,
})

/**
 * Longest pause without ticks that still counts as continuous running; longer ones are filled by
 * the hour at the backlog's rate.
 */
export const LIVE_GAP_MS = 30_000

type PlannedTick = Omit<Tick, 'entries'>

/**
 * Hourly ticks that bring the world from `fromMs` to `toMs`; together they hold as many events as
 * the rates promise.
 */
export function planHours(
  seed: number,
  options: WorldOptions,
  last: Tick | undefined,
  fromMs: number,
  toMs: number,
): PlannedTick[] {
  const hours = hoursBetween(fromMs, toMs)
  const busy = hours.map(([, endMs]) => busyness(seed, endMs))
  const weighted = hours.reduce(
    (sum, [startMs, endMs], hour) => sum + (endMs - startMs) * (busy[hour] ?? 1),
    0,
  )
  const toMean = weighted === 0 ? 1 : (toMs - fromMs) / weighted
  const counters = countersAfter(last)
  const rates = backlogRates(options)
  const count = createCarriedCount(seed, fromMs)
  return hours.map(([startMs, endMs], hour) =>
    planTick({ rates, count, busy: (busy[hour] ?? 1) * toMean }, counters, startMs, endMs),
  )
}

function hoursBetween(fromMs: number, toMs: number): [startMs: number, endMs: number][] {
  const hours: [number, number][] = []
  for (let atMs = fromMs; atMs < toMs;) {
    const nextMs = Math.min(toMs, (Math.floor(atMs / HOUR_MS) + 1) * HOUR_MS)
    hours.push([atMs, nextMs])
    atMs = nextMs
  }
  return hours
}

export const planLive = (
  seed: number,
  options: WorldOptions,
  last: Tick | undefined,
  fromMs: number,
  toMs: number,
): PlannedTick =>
  planTick(
    {
      rates: liveRates(options),
      count: (what, expected) => countIn(seed, what, toMs, expected),
      busy: 1,
    },
    countersAfter(last),
    fromMs,
    toMs,
  )

/** Shops open during the day, and more on some days than on others; the mean over weeks is 1. */
function busyness(seed: number, atMs: number): number {
  const hour = new Date(atMs).getUTCHours()
  const day = Math.floor(atMs / DAY_MS)
  return (
    (1 + 0.5 * Math.sin(((hour - 9) / 24) * 2 * Math.PI)) * (0.8 + 0.4 * fraction(seed, 'day', day))
  )
}

type Count = (what: string, expected: number) => number

function planTick(
  { rates, count, busy }: { rates: Rates; count: Count; busy: number },
  counters: Counters,
  fromMs: number,
  atMs: number,
): PlannedTick {
  const spanMs = atMs - fromMs
  const newCount = count('new', rates.newPerMs * spanMs * busy)
  const oldCount = count('old', rates.newPerMs * rates.oldPerNew * spanMs)
  const strayCount = count('stray', rates.newPerMs * rates.strayPerNew * spanMs)
  const all = count('all', rates.certificatesPerMs * spanMs)
  const noiseCount = Math.max(0, all - newCount - oldCount - strayCount)
  const tick: PlannedTick = {
    fromMs,
    atMs,
    new: [counters.new, newCount],
    old: [counters.old, oldCount],
    stray: [counters.stray, strayCount],
    noise: [counters.noise, noiseCount],
  }
  counters.new += newCount
  counters.old += oldCount
  counters.stray += strayCount
  counters.noise += noiseCount
  return tick
}

/** Carries each fraction over to the next hour, so that the sum is as expected. */
function createCarriedCount(seed: number, fromMs: number): Count {
  const carried = new Map<string, number>()
  return (what, expected) => {
    const exact = (carried.get(what) ?? fraction(seed, what, fromMs)) + expected
    const count = Math.floor(exact)
    carried.set(what, exact - count)
    return count
  }
}

// A random draw decides about the remaining fraction, so that rates hold over time without a stored
// remainder.
const countIn = (seed: number, what: string, atMs: number, expected: number): number =>
  Math.floor(expected) + (fraction(seed, what, atMs) < expected % 1 ? 1 : 0)
