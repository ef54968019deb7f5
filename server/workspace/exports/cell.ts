import type { CsvSeparator } from '#contracts/workspace/exports.ts'

/** One value of a file, typed so that each format can write it. Null where the value is unknown. */
export type Cell =
  | { kind: 'text'; value: string | null }
  | { kind: 'number'; value: number | null }
  | { kind: 'yesNo'; value: boolean | null }
  /** YYYY-MM-DD */
  | { kind: 'day'; value: string | null }
  | { kind: 'moment'; value: Date | null }
  | { kind: 'list'; value: readonly string[] | null }

export type Column<Row> = (row: Row) => Cell

/** In that order. */
export const cellsOf = <One>(columns: Readonly<Record<string, One>>, names: readonly string[]) =>
  names.flatMap((name) => columns[name] ?? [])

export const text = (value: string | null | undefined): Cell => ({
  kind: 'text',
  value: value ?? null,
})
export const number = (value: number | null | undefined): Cell => ({
  kind: 'number',
  value: value ?? null,
})
export const yesNo = (value: boolean | null): Cell => ({ kind: 'yesNo', value })
export const day = (value: string | null): Cell => ({ kind: 'day', value })
export const moment = (value: Date | null | undefined): Cell => ({
  kind: 'moment',
  value: value ?? null,
})
export const list = (value: readonly string[] | null): Cell => ({ kind: 'list', value })

export const joinList = (items: readonly string[]): string => items.join(', ')

/** Rows come in batches of some hundred. */
export type ExportTable = {
  columns: readonly { key: string; label: string }[]
  batches: AsyncIterable<Cell[][]>
  /** The largest possible number of rows. */
  maxRows: number
  /** Of a CSV file. */
  separator?: CsvSeparator | undefined
}

/**
 * Chunks of a file. Each is produced when the previous one was consumed, so that a slow reader
 * slows the writer down.
 */
export type FileWriter = (parts: ExportTable) => AsyncIterable<string | Uint8Array>

// Control characters except tab and line ends, lone surrogates, and the two code points that XML
// forbids.
const INVISIBLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufffe\uffff]/g

/**
 * Removes characters that no spreadsheet can hold and no reader can see; they may only hide the
 * text behind them.
 */
export const stripInvisible = (value: string): string => value.toWellFormed().replace(INVISIBLE, '')

/** First characters of a formula, also in the wide and small forms of East Asian keyboards. */
const FORMULA_SIGN = String.raw`[=+\-@\uff1d\uff0b\uff0d\uff20\ufe66\ufe62\ufe63\ufe6b]`

/**
 * What a reader cannot see and some programs skip: blanks of every width, zero-width characters,
 * marks of writing direction, fillers of alphabets.
 */
const BLANK = String.raw`\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\u2800`

/** A leading tab or line end counts by itself: some programs drop it with the next one. */
const FORMULA_START = new RegExp(String.raw`^(?:[\t\r\n]|[${BLANK}]*${FORMULA_SIGN})`, 'u')

export const startsFormula = (value: string): boolean => FORMULA_START.test(value)

/**
 * Places within a text where a program that splits the file by another rule than the file's own
 * would see the start of a cell.
 */
const innerCell = (marks: string): RegExp =>
  new RegExp(String.raw`([${marks}\t\r\n]["'${BLANK}]*)(?=${FORMULA_SIGN})`, 'gu')
const INNER_CELL: Record<CsvSeparator, RegExp> = {
  comma: innerCell(';'),
  semicolon: innerCell(';,'),
}

/**
 * A telephone number: without any operator behind the plus, a spreadsheet has nothing to run, and
 * dialers and CRMs read it unchanged.
 */
const PHONE_NUMBER = /^\+\d(?:[ \u00a0]?\d)*$/

export const isPhoneNumber = (value: string): boolean => PHONE_NUMBER.test(value)

/**
 * A text that no spreadsheet takes for a formula: an apostrophe before a possible formula marks it
 * as text.
 */
export function escapeFormula(value: string, separator: CsvSeparator = 'comma'): string {
  if (isPhoneNumber(value)) return value
  const escaped = value.replace(INNER_CELL[separator], "$1'")
  return startsFormula(escaped) ? `'${escaped}` : escaped
}
