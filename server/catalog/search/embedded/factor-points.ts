import type { Factor } from '#contracts/catalog/score-profile.ts'
import { contactKindOf, pointsOf, tiersOf } from '#contracts/catalog/score.ts'
import type { Day } from '#contracts/dates.ts'
import { dayNumber } from '#server/catalog/search/store-readings.ts'
import { columnOfFactor, CONTACT_KEYS, isYes } from '#server/catalog/search/store-scores.ts'
import type { ColumnKey } from '#server/catalog/search/store-values.ts'
import { type CodeColumn, type Column, type ListColumn, UNKNOWN_NUMBER } from './columns.ts'
import { UNKNOWN_LIST } from './list-dictionary.ts'
import { ROWS_PER_SLICE } from './scheduling.ts'

/** The points that a factor gives to rows. */
export type FactorPoints = {
  /** At most a slice of rows; to the sum of each, in their order. */
  add: (rows: Uint32Array, sums: Uint8Array) => void
  isKnown: (row: number) => boolean
  bytes: () => number
}

/** What a factor looks at, as whole numbers that rows share. */
type Codes = {
  read: (rows: Uint32Array, into: Uint32Array) => void
  /** Null = not known. */
  valueAt: (code: number) => number | string | null
}
type Columns = Readonly<Record<ColumnKey, Column>>

const codes = new Uint32Array(ROWS_PER_SLICE)
const one = new Uint32Array(1)

export function createFactorPoints(columns: Columns, factor: Factor, today: Day): FactorPoints {
  const { read, valueAt } = codesOf(columns, factor, today)
  const tiers = tiersOf(factor)
  const known = createMemo((code) => {
    const value = valueAt(code)
    return value === null ? 0 : pointsOf(tiers, value)
  })
  return {
    add(rows, sums) {
      read(rows, codes)
      for (let at = 0; at < rows.length; at++) sums[at] = (sums[at] ?? 0) + known.at(codes[at] ?? 0)
    },
    isKnown(row) {
      one[0] = row
      read(one, codes)
      return valueAt(codes[0] ?? 0) !== null
    },
    bytes: known.bytes,
  }
}

const MISSING = 255
const MIN_LENGTH = 256
/** Higher codes are prices and the like, and rare. */
const MAX_LENGTH = 2 ** 22

/** Of the codes that were asked for; the highest result is 100. */
function createMemo(compute: (code: number) => number) {
  let kept = new Uint8Array(MIN_LENGTH).fill(MISSING)
  const grow = (code: number) => {
    const larger = new Uint8Array(2 ** Math.ceil(Math.log2(code + 1))).fill(MISSING)
    larger.set(kept)
    kept = larger
  }
  const computeAt = (code: number): number => {
    if (code >= MAX_LENGTH) return compute(code)
    if (code >= kept.length) grow(code)
    return (kept[code] = compute(code))
  }
  return {
    at(code: number): number {
      const result = kept[code] ?? MISSING
      return result === MISSING ? computeAt(code) : result
    },
    bytes: () => kept.length,
  }
}

function codesOf(columns: Columns, factor: Factor, today: Day): Codes {
  const key = columnOfFactor(factor)
  if (key === null) return contactCodes(columns)
  const column = columns[key]
  switch (column.kind) {
    case 'code':
      return {
        read: column.codes.read,
        valueAt: (code) => textAt(column, code),
      }
    case 'list':
      return { read: column.codes.read, valueAt: countIn(column, factor) }
    case 'number': {
      const { numbers, base } = column
      const measure = factor.kind === 'launchAge' ? ageOn(today) : (value: number) => value
      return {
        read: numbers.read,
        valueAt: (kept) => (kept === UNKNOWN_NUMBER ? null : measure(kept - 1 + base)),
      }
    }
    case 'words':
      throw new Error(`the words of ${key} score nothing`)
    default:
      return column satisfies never
  }
}

const textAt = ({ dictionary }: CodeColumn, code: number): string | null =>
  code === 0 ? null : dictionary.valueAt(code)

function ageOn(today: Day): (launched: number) => number {
  const end = dayNumber(today)
  return (launched) => Math.max(0, end - launched)
}

/** How many of the factor's apps, or how many values at all. */
function countIn({ dictionary, lists }: ListColumn, factor: Factor): Codes['valueAt'] {
  const apps = 'apps' in factor ? new Set(factor.apps) : null
  return (list) => {
    if (list === UNKNOWN_LIST) return null
    const [starts, pool] = [lists.starts(), lists.pool()]
    const [from, end] = [starts[list] ?? 0, starts[list + 1] ?? 0]
    if (!apps) return Math.max(0, end - from)
    let count = 0
    for (let at = from; at < end; at++) if (apps.has(dictionary.valueAt(pool[at] ?? 0))) count++
    return count
  }
}

/** The columns have few values each, so that together they are one small number. */
const VALUES_PER_KEY = 8
const held = new Uint32Array(ROWS_PER_SLICE)

function contactCodes(columns: Columns): Codes {
  const parts = CONTACT_KEYS.map((key) => {
    const column = columns[key]
    if (column.kind !== 'code') throw new Error(`${key} is no contact`)
    return column
  })
  return {
    read(rows, into) {
      for (const [at, part] of parts.entries()) {
        if (part.dictionary.size() > VALUES_PER_KEY)
          throw new Error(`${CONTACT_KEYS[at]} has too many values`)
        part.codes.read(rows, held)
        for (let place = 0; place < rows.length; place++)
          into[place] = (at === 0 ? 0 : (into[place] ?? 0) * VALUES_PER_KEY) + (held[place] ?? 0)
      }
    },
    valueAt(code) {
      let rest = code
      const texts: (string | null)[] = []
      for (const part of parts.toReversed()) {
        texts.unshift(textAt(part, rest % VALUES_PER_KEY))
        rest = Math.floor(rest / VALUES_PER_KEY)
      }
      const [
        email = null,
        emailKind = null,
        emailState = null,
        own = null,
        phone = null,
        form = null,
      ] = texts
      return contactKindOf({
        email: isYes(email),
        emailKind,
        emailState,
        ownDomain: isYes(own),
        phone: isYes(phone),
        contactForm: isYes(form),
      })
    },
  }
}
