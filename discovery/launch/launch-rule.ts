import { DAY_MS, dayOf, dayStart } from '#contracts/dates.ts'
import type { SignalKind } from '#contracts/catalog/signals.ts'
import type { DatedSignal } from './dated-signals.ts'

/**
 * The figures of the published rule; docs/launch-dates.md explains each, and a test keeps the two
 * in agreement.
 */
export const LAUNCH_RULE = {
  /** A store is new if it launched at most this many days before the day on which it was found. */
  newDays: 30,
  /**
   * Traces between `newDays` and this age belong to a shop that was prepared before it launched.
   */
  preparedDays: 90,
  /** Two traces at most this far apart agree. */
  nearDays: 7,
  /** A shop number that was probably assigned within this many days may belong to a new shop. */
  youngIdDays: 540,
  /** Up to this many products with old dates may be copies among otherwise recent ones. */
  mostImported: 2,
  /** A shop with at least this many themes is old; from `severalThemes` on it is doubtful. */
  manyThemes: 40,
  severalThemes: 12,
  /** A product published at least this long before it was created here came from another shop. */
  importedDays: 90,
  /** Fewer such products prove nothing. */
  leastImported: 3,
  /** A product published at least this long after it was created was republished. */
  republishedDays: 30,
  /** A domain registered longer ago casts doubt on a new shop, but never makes it old. */
  oldDomainDays: 365,
} as const

export type Limits = ReturnType<typeof limitsOf>

/**
 * All limits count from the start of the day found, because the store belongs to that day. If we
 * saw a shop open, traces from its preparation do not make it old.
 */
export function limitsOf(signals: DatedSignal[], foundAt: Date) {
  const startMs = dayStart(dayOf(foundAt)).getTime()
  const newFromMs = startMs - LAUNCH_RULE.newDays * DAY_MS
  const preparedFromMs = startMs - LAUNCH_RULE.preparedDays * DAY_MS
  const isOpeningSeen = openingsOf(signals).some(({ at }) => isSince(timeOf(at), newFromMs))
  return {
    newFromMs,
    preparedFromMs,
    /** Files and products dated before this time indicate age, unless recent ones outweigh them. */
    traceFromMs: isOpeningSeen ? preparedFromMs : newFromMs,
    oldDomainMs: startMs - LAUNCH_RULE.oldDomainDays * DAY_MS,
    foundMs: foundAt.getTime(),
  }
}

/**
 * The openings that may be the launch: a shop that we saw open before has only hidden meanwhile, as
 * for a redesign. The visit that sees an opening is the first that sees the shop open, so both have
 * one time.
 */
export function openingsOf(signals: DatedSignal[]): DatedSignal[] {
  const seenOpenMs = earliest(signals, 'first_seen')
  return ofKind(signals, 'opened').filter(
    ({ at }) => seenOpenMs === null || (timeOf(at) ?? 0) <= seenOpenMs,
  )
}

/** Null if the value is not a time. */
export function timeOf(value: unknown): number | null {
  const ms = typeof value === 'string' ? Date.parse(value) : Number.NaN
  return Number.isNaN(ms) ? null : ms
}

export const countOf = (signal: DatedSignal, key: string): number => {
  const value = signal.detail?.[key]
  return typeof value === 'number' ? value : 0
}

/** Does not spread the array: a store may have any number of readings. */
const chosenBy =
  (choose: (one: number, other: number) => number) =>
  (times: (number | null)[]): number | null =>
    times.reduce((one, ms) => (one === null || ms === null ? (one ?? ms) : choose(one, ms)), null)
export const minOf = chosenBy(Math.min)
export const maxOf = chosenBy(Math.max)

export const ofKind = (signals: DatedSignal[], kind: SignalKind): DatedSignal[] =>
  signals.filter((signal) => signal.kind === kind)
export const earliest = (signals: DatedSignal[], kind: SignalKind): number | null =>
  minOf(ofKind(signals, kind).map(({ at }) => timeOf(at)))

export const isBefore = (ms: number | null, limitMs: number): boolean => ms !== null && ms < limitMs
export const isSince = (ms: number | null, limitMs: number): boolean => ms !== null && ms >= limitMs
