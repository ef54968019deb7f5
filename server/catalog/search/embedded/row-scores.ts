import { LRUCache } from 'lru-cache'
import { type Factor, type ScoreProfile, writeProfile } from '#contracts/catalog/score-profile.ts'
import { tierAt, tiersOf } from '#contracts/catalog/score.ts'
import type { Day } from '#contracts/dates.ts'
import type { Scoring } from '#server/catalog/search/search.ts'
import type { NumberColumn } from './columns/columns.ts'
import { createFactorCodes, type FactorCodes, type ScoredTable } from './factor-codes.ts'
import { withRoom } from './columns/growable-arrays.ts'
import { type Rows, unpack } from './row-set.ts'
import { ROWS_PER_SLICE } from './scheduling.ts'
import { createWholeNumbers, type WholeNumbers } from './columns/whole-numbers.ts'

/** A column as filters and counts read it. */
export type ReadNumbers = Pick<NumberColumn, 'base'> & {
  numbers: Pick<WholeNumbers, 'at' | 'keep' | 'count'>
}

/**
 * The points of rows by one profile on one day, each when it is first asked for. A row never
 * changes, so neither do its points: a changed store has another row.
 */
export type ProfileScores = ReadNumbers & {
  pointsAt: (row: number) => number
  knownAt: (row: number) => number
  /** Many at once are several times cheaper. */
  include: (rows: Rows) => Promise<void>
}

/** Kept for the next questions of the same profile. */
export type RowScores = { of: (scoring: Scoring) => ProfileScores }

const MAX_BYTES = 32 * 1024 ** 2

export function createRowScores(table: ScoredTable): RowScores {
  const kept = new LRUCache<string, KeptScores>({ maxSize: MAX_BYTES })
  const pointsBy = createFactors(table)
  const factorsOf = ({ factors }: ScoreProfile, today: Day): WeighedFactor[] =>
    factors
      .filter(({ weight }) => weight > 0)
      .map((factor) => ({ weight: factor.weight, ...pointsBy(factor, today) }))
  return {
    of({ profile, today }) {
      const key = `${today} ${writeProfile(profile)}`
      const scores = kept.get(key) ?? createProfileScores(table.rows, factorsOf(profile, today))
      // Of an empty table too, which has no bytes.
      kept.set(key, scores, { size: Math.max(1, scores.bytes()) })
      return scores
    },
  }
}

type WeighedFactor = FactorPoints & { weight: number }
type KeptScores = ProfileScores & { bytes: () => number }

/** As a column keeps a number: the points + 1. */
const NOT_SCORED = 0
const pending = new Uint32Array(ROWS_PER_SLICE)
const sums = new Uint8Array(ROWS_PER_SLICE)

function createProfileScores(
  rowCount: () => number,
  factors: readonly WeighedFactor[],
): KeptScores {
  const kept = createWholeNumbers(withRoom(rowCount()))
  /** At most a slice of rows. */
  const scoreMissing = (rows: Uint32Array) => {
    let count = 0
    for (let at = 0; at < rows.length; at++) {
      const row = rows[at] ?? 0
      pending[count] = row
      count += (kept.values[row] ?? NOT_SCORED) === NOT_SCORED ? 1 : 0
    }
    if (count === 0) return
    const missing = pending.subarray(0, count)
    sums.fill(0, 0, count)
    for (const factor of factors) factor.add(missing, sums)
    for (let at = 0; at < count; at++) kept.set(missing[at] ?? 0, (sums[at] ?? 0) + 1)
  }
  const one = new Uint32Array(1)
  const keptAt = (row: number) => {
    if (kept.at(row) === NOT_SCORED) {
      one[0] = row
      scoreMissing(one)
    }
    return kept.at(row)
  }
  return {
    base: 0,
    pointsAt: (row) => keptAt(row) - 1,
    knownAt: (row) =>
      factors.reduce((sum, { weight, isKnown }) => sum + (isKnown(row) ? weight : 0), 0),
    include: (rows) => rows.eachSlice(scoreMissing),
    numbers: {
      at: keptAt,
      keep(words, first, table) {
        scoreMissing(unpack(words, first))
        kept.keep(words, first, table)
      },
      count(words, first, table, times) {
        scoreMissing(unpack(words, first))
        kept.count(words, first, table, times)
      },
    },
    bytes: () => kept.values.length,
  }
}

type FactorPoints = {
  /** At most a slice of rows; to the sum of each, in their order. */
  add: (rows: Uint32Array, sums: Uint8Array) => void
  isKnown: (row: number) => boolean
}

const codes = new Uint32Array(ROWS_PER_SLICE)
const one = new Uint32Array(1)

const MAX_TIER_BYTES = 16 * 1024 ** 2

/** Made once for a table: a profile with other weights finds the tiers that it needs. */
function createFactors(table: ScoredTable): (factor: Factor, today: Day) => FactorPoints {
  const codesOf = createFactorCodes(table)
  const kept = new LRUCache<string, TiersByCode>({ maxSize: MAX_TIER_BYTES })
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
