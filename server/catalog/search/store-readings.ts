import type { Selectable } from 'kysely'
import { type Day, DAY_MS, dayOf as toDay, dayStart } from '#contracts/dates.ts'
import type { StoreSort } from '#contracts/catalog/stores.ts'
import type { Database } from '#server/platform/db/schema.ts'

/**
 * What an entry of `store-values.ts` is made of: the columns of `stores` that a value is read from,
 * and how it follows from them. Search engines read exactly these columns.
 */
type Stored = Selectable<Database['stores']>
type Column = keyof Stored & string

/** Columns that JSON carries as they are; a moment has to be read by `moment`. */
type PlainColumn = { [Key in Column]: Date extends Stored[Key] ? never : Key }[Column]

/** An expression over the columns; `value` is never set, it carries the type. */
export type Derived<Name extends string = string, Value = unknown> = {
  name: Name
  sql: string
  value?: Value
}

/** A column under its own name, or an expression under another. */
export type Reading = PlainColumn | Derived
type NameOf<One> = One extends string ? One : One extends Derived<infer Name> ? Name : never
type ValueOf<One> = One extends Column
  ? Stored[One]
  : One extends Derived<string, infer Value>
    ? Value
    : never
export type RowOf<One extends Reading> = { [Each in One as NameOf<Each>]: ValueOf<Each> }

type NumberFrom<Key extends Column> = number | (null extends Stored[Key] ? null : never)

export const nameOf = (one: Reading): string => (typeof one === 'string' ? one : one.name)
export const sqlOf = (one: Reading): string => (typeof one === 'string' ? `"${one}"` : one.sql)

const SINCE_1970 = ` - date '1970-01-01'`

/** A date, as days since 1970. */
export const day = <Key extends Column>(name: Key): Derived<Key, NumberFrom<Key>> => ({
  name,
  sql: `"${name}"${SINCE_1970}`,
})

/** The UTC day of a moment, as days since 1970. */
export const dayOf = <Key extends Column>(column: Key): Derived<`${Key}_day`, NumberFrom<Key>> => ({
  name: `${column}_day`,
  sql: `("${column}" at time zone 'UTC')::date${SINCE_1970}`,
})

/** A moment in ms. */
export const moment = <Key extends Column>(
  name: Key,
  time = `"${name}"`,
): Derived<Key, NumberFrom<Key>> => ({
  name,
  // Through whole microseconds: a product of a fraction could fall short of its millisecond.
  sql: `floor(round(date_part('epoch', ${time}) * 1e6) / 1000)`,
})

export const has = <Key extends Column>(column: Key): Derived<`has_${Key}`, boolean> => ({
  name: `has_${column}`,
  sql: `"${column}" is not null`,
})

/** A field of each object of a JSON list, in the order of the list. */
export const each = <Key extends Column, Field extends string>(
  column: Key,
  field: Field,
): Derived<`${Key}_${Field}`, string[]> => ({
  name: `${column}_${field}`,
  sql: `jsonb_path_query_array("${column}", '$[*].${field}')`,
})

/** How a filter's value follows from what is read of a store. `sort` = the order by this value. */
type Source<One extends Reading, Value, Sort extends StoreSort = never> = {
  reads: readonly One[]
  value: (row: RowOf<One>) => Value
  sort: Sort | undefined
}

export const from = <const One extends Reading, Value, const Sort extends StoreSort = never>(
  reads: readonly One[],
  value: (row: RowOf<One>) => Value,
  sort?: Sort,
): Source<One, Value, Sort> => ({ reads, value, sort })

export function column<const One extends Reading, const Sort extends StoreSort = never>(
  one: One,
  sort?: Sort,
): Source<One, ValueOf<One>, Sort> {
  const name = nameOf(one)
  // Safe: a row has the value of each reading under its name.
  return from([one], (row) => (row as Record<string, unknown>)[name] as ValueOf<One>, sort)
}

/** Page content is known only for an open shop: for others, a missing value means nothing. */
const ifOpen = <Value>({ status }: RowOf<'status'>, value: Value): Value | null =>
  status === 'OPEN' ? value : null
export const ifListed = <Value extends { length: number }>(
  store: RowOf<'status'>,
  values: Value,
): Value | null => (values.length > 0 ? values : ifOpen(store, values))

type ColumnOf<Value> = {
  [Key in PlainColumn]: Stored[Key] extends Value ? Key : never
}[PlainColumn]

/** Whether the pages of a shop show something; null while no visit has looked for it. */
export function published<const One extends ColumnOf<boolean | null> | Derived<string, boolean>>(
  one: One,
): Source<One | 'status', boolean | null> {
  const { value } = column(one)
  return from([one, 'status'], (row) => {
    const isShown = value(row)
    return isShown === false ? ifOpen(row, false) : isShown === true || null
  })
}

/** The values that the pages of a shop list; null while no visit has looked for them. */
export function listed<const One extends ColumnOf<string[] | null>>(
  one: One,
): Source<One | 'status', string[] | null> {
  const { value } = column(one)
  return from([one, 'status'], (row) => {
    const values: string[] | null = value(row)
    return values && ifListed(row, values)
  })
}

export const dayNumber = (day: Day): number => dayStart(day).getTime() / DAY_MS
export const dayAt = (number: number): Day => toDay(new Date(number * DAY_MS))
