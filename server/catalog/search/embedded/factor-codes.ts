import type { Factor } from '#contracts/catalog/score-profile.ts'
import { ContactKind } from '#contracts/catalog/score.ts'
import type { Day } from '#contracts/dates.ts'
import { dayNumber } from '#server/catalog/search/store-readings.ts'
import { columnOfFactor, CONTACT_KEYS, contactBy } from '#server/catalog/search/store-scores.ts'
import type { ColumnKey } from '#server/catalog/search/store-values.ts'
import { type CodeColumn, type Column, type ListColumn, UNKNOWN_NUMBER } from './columns/columns.ts'
import { withRoom } from './columns/growable-arrays.ts'
import { UNKNOWN_LIST } from './columns/list-dictionary.ts'
import { ROWS_PER_SLICE } from './scheduling.ts'

/** What a factor looks at, as whole numbers that rows share. */
export type FactorCodes = {
  /** At most a slice of rows, in their order. */
  read: (rows: Uint32Array, into: Uint32Array) => void
  /** Null = not known. */
  valueAt: (code: number) => number | string | null
}
export type ScoredTable = { columns: Readonly<Record<ColumnKey, Column>>; rows: () => number }

/** Made once for a table: what it keeps of the contacts serves every profile. */
export function createFactorCodes(table: ScoredTable): (factor: Factor, today: Day) => FactorCodes {
  const contact = createContactCodes(table)
  return (factor, today) => {
    const key = columnOfFactor(factor)
    if (key === null) return contact
    const column = table.columns[key]
    switch (column.kind) {
      case 'code':
        return { read: column.codes.read, valueAt: (code) => textAt(column, code) }
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
}

const textAt = ({ dictionary }: CodeColumn, code: number): string | null =>
  code === 0 ? null : dictionary.valueAt(code)

function ageOn(today: Day): (launched: number) => number {
  const end = dayNumber(today)
  return (launched) => Math.max(0, end - launched)
}

/** How many of the factor's apps, or how many values at all. Most lists belong to one store. */
function countIn({ dictionary, lists }: ListColumn, factor: Factor): FactorCodes['valueAt'] {
  const apps = 'apps' in factor ? factor.apps : null
  let [wanted, known]: [number[], number] = [[], 0]
  return (list) => {
    if (list === UNKNOWN_LIST) return null
    const [starts, pool] = [lists.starts(), lists.pool()]
    const [from, end] = [starts[list] ?? 0, starts[list + 1] ?? 0]
    if (!apps) return Math.max(0, end - from)
    if (dictionary.size() !== known) {
      known = dictionary.size()
      wanted = apps.flatMap((app) => dictionary.find(app) ?? [])
    }
    let count = 0
    for (let at = from; at < end; at++) if (wanted.includes(pool[at] ?? 0)) count++
    return count
  }
}

const KINDS: readonly (ContactKind | null)[] = [null, ...ContactKind.options]
const NOT_READ = 255
/** The columns have few values each, so that together they are one small number. */
const BITS_PER_KEY = 3
const held = new Uint32Array(ROWS_PER_SLICE)
const packed = new Uint32Array(ROWS_PER_SLICE)
const missing = new Uint32Array(ROWS_PER_SLICE)

/** The kind of contact of each row, read from six columns when it is first asked for. */
function createContactCodes({ columns, rows: rowCount }: ScoredTable): FactorCodes {
  const parts = CONTACT_KEYS.map((key) => {
    const column = columns[key]
    if (column.kind !== 'code') throw new Error(`${key} is no contact`)
    return column
  })
  const kindOf: number[] = []
  let kinds = new Uint8Array()
  const readMissing = (rows: Uint32Array) => {
    pack(parts, rows)
    for (let at = 0; at < rows.length; at++) {
      const code = packed[at] ?? 0
      kinds[rows[at] ?? 0] = kindOf[code] ??= KINDS.indexOf(unpack(parts, code))
    }
  }
  return {
    read(rows, into) {
      if (rowCount() > kinds.length) kinds = enlarged(kinds, withRoom(rowCount()))
      let count = 0
      for (let at = 0; at < rows.length; at++) {
        const row = rows[at] ?? 0
        missing[count] = row
        count += kinds[row] === NOT_READ ? 1 : 0
      }
      if (count > 0) readMissing(missing.subarray(0, count))
      for (let at = 0; at < rows.length; at++) into[at] = kinds[rows[at] ?? 0] ?? 0
    },
    valueAt: (kind) => KINDS[kind] ?? null,
  }
}

function enlarged(values: Uint8Array<ArrayBuffer>, length: number): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(length).fill(NOT_READ)
  larger.set(values)
  return larger
}

function pack(parts: readonly CodeColumn[], rows: Uint32Array): void {
  packed.fill(0, 0, rows.length)
  for (const { dictionary, codes } of parts) {
    if (dictionary.size() > 2 ** BITS_PER_KEY) throw new Error('a contact has too many values')
    codes.read(rows, held)
    for (let at = 0; at < rows.length; at++)
      packed[at] = ((packed[at] ?? 0) << BITS_PER_KEY) | (held[at] ?? 0)
  }
}

const unpack = (parts: readonly CodeColumn[], code: number): ContactKind | null =>
  contactBy((key) => {
    const at = CONTACT_KEYS.indexOf(key)
    const part = parts[at]
    const place = parts.length - 1 - at
    return part ? textAt(part, (code >> (BITS_PER_KEY * place)) & (2 ** BITS_PER_KEY - 1)) : null
  })
