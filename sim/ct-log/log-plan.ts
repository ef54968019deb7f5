import { DAY_MS, HOUR_MS } from '../time.ts'
import { VALIDITY_DAYS } from './certificate.ts'

/**
 * Properties of a log. Logs with a `bit` receive the world's certificates; the others are shards of
 * `daybreak` for other expiry dates.
 */
export type LogPlan = {
  name: string
  operator: number
  kind: 'static' | 'rfc6962'
  /**
   * The bit of `preLogs` and `finalLogs` that sends a certificate here; 0 = this log receives none.
   */
  bit: number
  servesNames: boolean
  /** Position of the witness's signature, unknown to readers, in a checkpoint. */
  witness: 'after' | 'before' | 'none'
  state: 'usable' | 'qualified'
  shard: 'current' | 'past' | 'next'
}

/** In the order of `Tick.entries`. */
export const GROWING_LOGS: readonly LogPlan[] = [
  {
    name: 'daybreak',
    operator: 0,
    kind: 'static',
    bit: 1,
    servesNames: true,
    witness: 'after',
    state: 'usable',
    shard: 'current',
  },
  {
    name: 'harbour',
    operator: 1,
    kind: 'static',
    bit: 2,
    servesNames: false,
    witness: 'before',
    state: 'usable',
    shard: 'current',
  },
  {
    name: 'lantern',
    operator: 1,
    kind: 'rfc6962',
    bit: 4,
    servesNames: false,
    witness: 'none',
    state: 'usable',
    shard: 'current',
  },
]

/** Closed; holds only entries from before the world's first day. */
export const PAST_SHARD: LogPlan = {
  name: 'daybreak-past',
  operator: 0,
  kind: 'static',
  bit: 0,
  servesNames: true,
  witness: 'after',
  state: 'usable',
  shard: 'past',
}

/** For later expiry dates than those of any certificate in this world: empty. */
export const NEXT_SHARD: LogPlan = {
  ...PAST_SHARD,
  name: 'daybreak-next',
  state: 'qualified',
  shard: 'next',
}

export const hostOf = ({ name }: LogPlan): string => `${name}.ct-sim.test`
export const hashFileOf = ({ name }: LogPlan): string => `log-${name}.hashes`

const SHARD_DAYS = 182

/**
 * Boundary between the expiry dates of the past shard and the current one: before any certificate
 * of this world.
 */
export const shardBoundaryMs = (startedAtMs: number, days: number): number =>
  Math.floor((startedAtMs - days * DAY_MS + (VALIDITY_DAYS - 1) * DAY_MS - HOUR_MS) / DAY_MS) *
  DAY_MS

/** Range of expiry dates that a log accepts, excluding the end. */
export function expiryRangeOf(
  { name, shard }: LogPlan,
  { startedAtMs, days }: { startedAtMs: number; days: number },
): readonly [fromMs: number, toMs: number] {
  const year = new Date(startedAtMs).getUTCFullYear()
  const boundaryMs = shardBoundaryMs(startedAtMs, days)
  const lastMs = Date.UTC(year + 3, 0, 1)
  if (shard === 'past') return [boundaryMs - SHARD_DAYS * DAY_MS, boundaryMs]
  if (shard === 'next') return [lastMs, Date.UTC(year + 4, 0, 1)]
  return [name === 'daybreak' ? boundaryMs : Date.UTC(year - 1, 0, 1), lastMs]
}
