/** One value of a file, typed so that each format can write it. Null where the value is unknown. */
export type Cell =
  | { kind: 'text'; value: string | null }
  | { kind: 'number'; value: number | null }
  | { kind: 'yesNo'; value: boolean | null }
  /** YYYY-MM-DD */
  | { kind: 'day'; value: string | null }
  | { kind: 'moment'; value: Date | null }
  | { kind: 'list'; value: readonly string[] | null }

/** Derives a column's cell from a row. */
export type Column<Row> = (row: Row) => Cell

export const text = (value: string | null | undefined): Cell => ({ kind: 'text', value: value ?? null })
export const number = (value: number | null | undefined): Cell => ({ kind: 'number', value: value ?? null })
export const yesNo = (value: boolean | null): Cell => ({ kind: 'yesNo', value })
export const day = (value: string | null): Cell => ({ kind: 'day', value })
export const moment = (value: Date | null | undefined): Cell => ({ kind: 'moment', value: value ?? null })
export const list = (value: readonly string[] | null): Cell => ({ kind: 'list', value })

/** A list as the text of one spreadsheet cell. */
export const joinList = (items: readonly string[]): string => items.join(', ')
