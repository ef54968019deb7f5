import { LRUCache } from 'lru-cache'
import { type ScoreProfile, writeProfile } from '#contracts/catalog/score-profile.ts'
import type { Day } from '#contracts/dates.ts'
import type { Scoring } from '#server/catalog/search/search.ts'
import type { NumberColumn } from './columns/columns.ts'
import type { ScoredTable } from './factor-codes.ts'
import { createFactors, type FactorPoints } from './factor-points.ts'
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
