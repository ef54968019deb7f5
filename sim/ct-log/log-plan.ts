import { DAY_MS, HOUR_MS } from '../time.ts'
import { VALIDITY_DAYS } from './certificate.ts'

/** What a log is like. Those with a `bit` get the world's certificates; the others are shards of `daybreak` for other expiry dates. */
export type LogPlan = {
  name: string
  operator: number
  kind: 'static' | 'rfc6962'
  /** Which bit of `preLogs` and `finalLogs` sends a certificate here; 0 = none does. */
  bit: number
  servesNames: boolean
  /** Where the signature of a witness, unknown to readers, stands in a checkpoint. */
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

/** Closed with what was logged before the world's first day. */
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

/** For certificates that nobody orders yet: empty. */
export const NEXT_SHARD: LogPlan = {
  ...PAST_SHARD,
  name: 'daybreak-next',
  state: 'qualified',
  shard: 'next',
}

export const hostOf = ({ name }: LogPlan): string => `${name}.ct-sim.test`
export const hashFileOf = ({ name }: LogPlan): string => `log-${name}.hashes`

const SHARD_DAYS = 182

/** Where the expiry dates of the past shard end and those of the current one begin: before any certificate of this world. */
export const shardBoundaryMs = (startedAtMs: number, days: number): number =>
  Math.floor((startedAtMs - days * DAY_MS + (VALIDITY_DAYS - 1) * DAY_MS - HOUR_MS) / DAY_MS) * DAY_MS

/** Range of the expiry dates that a log takes, the end excluded. */
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
