import { DAY_MS, dayOf, dayStart } from '#contracts/dates.ts'
import type { SignalKind } from '#contracts/facts.ts'
import type { DatedSignal } from '#discovery/extract/store-snapshot.ts'
import { LAUNCH_RULE } from '#discovery/launch/launch-rule.ts'

export type Limits = {
  newFromMs: number
  preparedFromMs: number
  /** Files and products dated before this time indicate age, unless recent ones outweigh them. */
  traceFromMs: number
  oldDomainMs: number
  foundMs: number
}

/**
 * All limits count from the start of the day found, because the store belongs to that day. If we saw a shop open, traces from its
 * preparation do not make it old.
 */
export function limitsOf(signals: DatedSignal[], foundAt: Date): Limits {
  const startMs = dayStart(dayOf(foundAt)).getTime()
  const newFromMs = startMs - LAUNCH_RULE.newDays * DAY_MS
  const preparedFromMs = startMs - LAUNCH_RULE.preparedDays * DAY_MS
  const isOpeningSeen = ofKind(signals, 'opened').some(({ at }) => isSince(timeOf(at), newFromMs))
  return {
    newFromMs,
    preparedFromMs,
    traceFromMs: isOpeningSeen ? preparedFromMs : newFromMs,
    oldDomainMs: startMs - LAUNCH_RULE.oldDomainDays * DAY_MS,
    foundMs: foundAt.getTime(),
  }
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

const known = (times: (number | null)[]): number[] => times.filter((ms) => ms !== null)

/** Does not spread the array: a store may have any number of readings. */
export const least = (times: (number | null)[]): number | null =>
  known(times).reduce<number | null>((one, ms) => (one === null || ms < one ? ms : one), null)
export const most = (times: (number | null)[]): number | null =>
  known(times).reduce<number | null>((one, ms) => (one === null || ms > one ? ms : one), null)

export const ofKind = (signals: DatedSignal[], kind: SignalKind): DatedSignal[] =>
  signals.filter((signal) => signal.kind === kind)
export const earliest = (signals: DatedSignal[], kind: SignalKind): number | null =>
  least(ofKind(signals, kind).map(({ at }) => timeOf(at)))

export const isBefore = (ms: number | null, limitMs: number): boolean => ms !== null && ms < limitMs
export const isSince = (ms: number | null, limitMs: number): boolean => ms !== null && ms >= limitMs
