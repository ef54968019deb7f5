import { LRUCache } from 'lru-cache'
import type { Factor } from '#contracts/catalog/score-profile.ts'
import { tierAt, tiersOf } from '#contracts/catalog/score.ts'
import type { Day } from '#contracts/dates.ts'
import { createFactorCodes, type FactorCodes, type ScoredTable } from './factor-codes.ts'
import { ROWS_PER_SLICE } from './scheduling.ts'

export type FactorPoints = {
  /** At most a slice of rows; to the sum of each, in their order. */
  add: (rows: Uint32Array, sums: Uint8Array) => void
  isKnown: (row: number) => boolean
}

const codes = new Uint32Array(ROWS_PER_SLICE)
const one = new Uint32Array(1)

const MAX_BYTES = 16 * 1024 ** 2

/** Made once for a table: a profile with other weights finds the tiers that it needs. */
export function createFactors(table: ScoredTable): (factor: Factor, today: Day) => FactorPoints {
  const codesOf = createFactorCodes(table)
  const kept = new LRUCache<string, TiersByCode>({ maxSize: MAX_BYTES })
  return (factor, today) => {
    const { read, valueAt } = codesOf(factor, today)
    const key = JSON.stringify([{ ...factor, weight: 0 }, factor.kind === 'launchAge' && today])
    const tiers = kept.get(key) ?? createTiers(factor, valueAt)
    const points = Uint8Array.from([...tiersOf(factor).map((tier) => tier.points), 0])
    return {
      add(rows, sums) {
        read(rows, codes)
        addPoints(tiers, points, sums.subarray(0, rows.length))
        // They grow as they are used.
        kept.set(key, tiers, { size: Math.max(1, tiers.byCode.length) })
      },
      isKnown(row) {
        one[0] = row
        read(one, codes)
        return valueAt(codes[0] ?? 0) !== null
      },
    }
  }
}

/** The place of a code's tier among those of its factor, once it was asked for. */
type TiersByCode = { byCode: Uint8Array; compute: (code: number) => number }
const MISSING = 255
const MIN_LENGTH = 256
/** Higher codes are prices and the like, and rare. */
const MAX_LENGTH = 2 ** 22

function createTiers(factor: Factor, valueAt: FactorCodes['valueAt']): TiersByCode {
  const tiers = tiersOf(factor)
  return {
    byCode: new Uint8Array(MIN_LENGTH).fill(MISSING),
    compute(code) {
      const value = valueAt(code)
      // After the last: no points.
      const tier = value === null ? -1 : tierAt(tiers, value)
      return tier < 0 ? tiers.length : tier
    },
  }
}

/** Looks up bytes only: with a call for each row it would take several times as long. */
function addPoints(tiers: TiersByCode, points: Uint8Array, sums: Uint8Array): void {
  let { byCode } = tiers
  for (let at = 0; at < sums.length; at++) {
    const code = codes[at] ?? 0
    let tier = code < byCode.length ? (byCode[code] ?? MISSING) : MISSING
    if (tier === MISSING) {
      tier = computeAt(tiers, code)
      byCode = tiers.byCode
    }
    sums[at] = (sums[at] ?? 0) + (points[tier] ?? 0)
  }
}

function computeAt(tiers: TiersByCode, code: number): number {
  if (code >= MAX_LENGTH) return tiers.compute(code)
  if (code >= tiers.byCode.length) {
    const larger = new Uint8Array(2 ** Math.ceil(Math.log2(code + 1))).fill(MISSING)
    larger.set(tiers.byCode)
    tiers.byCode = larger
  }
  return (tiers.byCode[code] = tiers.compute(code))
}
