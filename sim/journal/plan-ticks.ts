import { fraction } from '../random.ts'
import { DAY_MS, HOUR_MS } from '../time.ts'
import type { Counters, Tick } from './tick.ts'
import { countersAfter } from './tick.ts'
import type { WorldOptions } from '../options.ts'

type Rates = { newPerMs: number; oldPerNew: number; strayPerNew: number; certificatesPerMs: number }

const STRAY_PER_NEW = 0.4
/** Entries per certificate and log: most go to both logs, some with the final certificate too. */
export const ENTRIES_PER_CERTIFICATE = 0.8
// Some new shops are closed and some names clash: a few more than asked for keep the promise of `stores`.
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
  certificatesPerMs: options.entriesPerSecond / ENTRIES_PER_CERTIFICATE / 1000,
})

/** Longest stretch without ticks that still counts as running on; longer ones are filled with hours at the backlog's rate. */
export const LIVE_GAP_MS = 30_000

type PlannedTick = Omit<Tick, 'entries'>

/** Ticks that bring the world from `fromMs` to `toMs`, by the hour. */
export function planHours(
  seed: number,
  options: WorldOptions,
  last: Tick | undefined,
  fromMs: number,
  toMs: number,
): PlannedTick[] {
  const ticks: PlannedTick[] = []
  const counters = countersAfter(last)
  for (let atMs = fromMs; atMs < toMs;) {
    const nextMs = Math.min(toMs, (Math.floor(atMs / HOUR_MS) + 1) * HOUR_MS)
    ticks.push(planTick(seed, backlogRates(options), counters, atMs, nextMs, busyness(seed, nextMs)))
    atMs = nextMs
  }
  return ticks
}

export const planLive = (
  seed: number,
  options: WorldOptions,
  last: Tick | undefined,
  fromMs: number,
  toMs: number,
): PlannedTick => planTick(seed, liveRates(options), countersAfter(last), fromMs, toMs, 1)

/** Shops open in the day's waking hours, and not on all days alike; the mean over weeks is 1. */
function busyness(seed: number, atMs: number): number {
  const hour = new Date(atMs).getUTCHours()
  const day = Math.floor(atMs / DAY_MS)
  return (1 + 0.5 * Math.sin(((hour - 9) / 24) * 2 * Math.PI)) * (0.8 + 0.4 * fraction(seed, 'day', day))
}

function planTick(
  seed: number,
  rates: Rates,
  counters: Counters,
  fromMs: number,
  atMs: number,
  busy: number,
): PlannedTick {
  const spanMs = atMs - fromMs
  const newCount = countIn(seed, 'new', atMs, rates.newPerMs * spanMs * busy)
  const oldCount = countIn(seed, 'old', atMs, rates.newPerMs * rates.oldPerNew * spanMs)
  const strayCount = countIn(seed, 'stray', atMs, rates.newPerMs * rates.strayPerNew * spanMs)
  const all = countIn(seed, 'all', atMs, rates.certificatesPerMs * spanMs)
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

// The fraction left over decides by a throw, so that rates hold over time without a remembered remainder.
const countIn = (seed: number, what: string, atMs: number, expected: number): number =>
  Math.floor(expected) + (fraction(seed, what, atMs) < expected % 1 ? 1 : 0)
