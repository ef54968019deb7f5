import { type Expression, type RawBuilder, sql, type SqlBool } from 'kysely'
import type { StoreSort } from '#contracts/stores.ts'

export type Direction = 'asc' | 'desc'

/** Where a page ended: the row's sort value as text (null where it has none) and its id, which breaks ties. */
export type SortPosition = { value: string | null; id: number }

type SortRule = {
  /** What rows are ordered by, before the id. More than one only where an index wants it. */
  keys: RawBuilder<unknown>[]
  /** The sort value as text, without loss: a JavaScript date would drop the microseconds and a walk would lose rows. */
  asText: RawBuilder<string | null>
  /** The keys of a position. */
  keysAt: (value: string) => RawBuilder<unknown>[]
  isNullable: boolean
}

const utcText = (column: string) =>
  sql<string>`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

/** Long enough to order by, short enough to travel in a cursor. */
const NAME_LETTERS = 28
// Byte order, with ASCII letters folded: the same on every engine, whatever collations it was built with.
const nameKey = sql<string>`left(lower(name collate "C"), ${sql.lit(NAME_LETTERS)}) collate "C"`

const rules: Record<StoreSort, SortRule> = {
  foundAt: {
    // The day is the day of the moment, so it changes nothing but lets the index (launch_status, found_day, found_at, id) serve it.
    keys: [sql`found_day`, sql`found_at`],
    asText: utcText('found_at'),
    keysAt: (value) => [sql`(${value}::timestamptz at time zone 'UTC')::date`, sql`${value}::timestamptz`],
    isNullable: false,
  },
  visibleAt: {
    keys: [sql`visible_at`],
    asText: utcText('visible_at'),
    keysAt: (value) => [sql`${value}::timestamptz`],
    isNullable: false,
  },
  name: { keys: [nameKey], asText: nameKey, keysAt: (value) => [sql`${value}::text`], isNullable: false },
  productCount: {
    keys: [sql`product_count`],
    asText: sql<string | null>`product_count::text`,
    keysAt: (value) => [sql`${value}::integer`],
    isNullable: true,
  },
  country: {
    keys: [sql`country collate "C"`],
    asText: sql<string | null>`country`,
    keysAt: (value) => [sql`${value}::text`],
    isNullable: true,
  },
}

/** Rows without a value come last in both directions. */
export function orderOf(sort: StoreSort, direction: Direction): RawBuilder<unknown> {
  const { keys, isNullable } = rules[sort]
  const suffix = sql.raw(direction === 'asc' ? 'asc' : 'desc')
  const nulls = sql.raw(isNullable ? ' nulls last' : '')
  return sql.join([...keys.map((key) => sql`${key} ${suffix}${nulls}`), sql`id ${suffix}`])
}

export const sortText = (sort: StoreSort): RawBuilder<string | null> => rules[sort].asText

/** True for the rows that come after the position. */
export function comesAfter(
  sort: StoreSort,
  direction: Direction,
  { value, id }: SortPosition,
): Expression<SqlBool> {
  const { keys, keysAt, isNullable } = rules[sort]
  const beyond = sql.raw(direction === 'asc' ? '>' : '<')
  if (value === null) return sql<SqlBool>`(${sql.join(keys)}) is null and id ${beyond} ${id}`
  const after = sql<SqlBool>`(${sql.join(keys)}, id) ${beyond} (${sql.join(keysAt(value))}, ${id})`
  return isNullable ? sql<SqlBool>`(${after} or (${sql.join(keys)}) is null)` : after
}

/** Whether a position's text fits the sort; it comes from the caller, and the database must never see what it cannot read. */
export function isSortValue(sort: StoreSort, value: string | null): boolean {
  if (value === null) return rules[sort].isNullable
  switch (sort) {
    case 'foundAt':
    case 'visibleAt':
      return isMoment(value)
    case 'productCount':
      return /^\d{1,10}$/.test(value) && Number(value) <= MAX_INT4
    case 'name':
    case 'country':
      return !value.includes('\0') && value.isWellFormed()
    default:
      return sort satisfies never
  }
}

const MAX_INT4 = 2 ** 31 - 1
const MOMENT = /^([12]\d{3}-\d\d-\d\dT\d\d:\d\d:\d\d)\.\d{6}Z$/

/** A moment of the calendar: the 30th of February is none. */
function isMoment(text: string): boolean {
  const seconds = MOMENT.exec(text)?.[1]
  const date = new Date(`${seconds}Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(`${seconds}.`)
}
