import type { CsvSeparator } from '#contracts/workspace/exports.ts'
import {
  type Cell,
  escapeFormula,
  type FileWriter,
  isPhoneNumber,
  joinList,
  stripInvisible,
} from './cell.ts'

const BYTE_ORDER_MARK = '\ufeff'
const LINE_END = '\r\n'

/**
 * RFC 4180 in UTF-8 with a byte order mark, by which spreadsheets recognise the encoding. With
 * semicolons, it is the file that spreadsheets of countries with a decimal comma open in columns.
 */
export const writeCsv: FileWriter = async function* ({ columns, batches, separator = 'comma' }) {
  const between = separator === 'semicolon' ? ';' : ','
  const lineOf = (fields: string[]) => fields.join(between) + LINE_END
  yield BYTE_ORDER_MARK + lineOf(columns.map(({ label }) => textField(label, separator)))
  for await (const rows of batches) {
    if (rows.length > 0)
      yield rows.map((row) => lineOf(row.map((cell) => fieldOf(cell, separator)))).join('')
  }
}

function fieldOf(cell: Cell, separator: CsvSeparator): string {
  if (cell.value === null) return ''
  switch (cell.kind) {
    case 'number':
      return separator === 'semicolon' ? String(cell.value).replace('.', ',') : String(cell.value)
    case 'yesNo':
    case 'day':
      return String(cell.value)
    case 'moment':
      return cell.value.toISOString()
    case 'text':
      return textField(cell.value, separator)
    case 'list':
      return textField(joinList(cell.value), separator)
    default:
      return cell satisfies never
  }
}

function textField(value: string, separator: CsvSeparator): string {
  const safe = escapeFormula(stripInvisible(value), separator)
  // Blanks at the ends are part of the text, and some readers drop them unless quoted; quoted, a
  // telephone number or `007` is a text for readers that tell texts from numbers.
  const isNumeric = /^[\d.]+(?:e\d+)?$/i.test(safe)
  const isQuoted = isNumeric || isPhoneNumber(safe) || /[",\r\n;\t]|^\s|\s$/.test(safe)
  return isQuoted ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** One JSON object per line, each value in its type; the keys are the same in every language. */
export const writeJsonLines: FileWriter = async function* ({ columns, batches }) {
  for await (const rows of batches) {
    if (rows.length > 0)
      yield rows.map((row) => `${JSON.stringify(objectOf(columns, row))}\n`).join('')
  }
}

const objectOf = (columns: readonly { key: string }[], row: Cell[]): Record<string, unknown> =>
  // Dates write themselves as ISO 8601.
  Object.fromEntries(columns.map(({ key }, at) => [key, row[at]?.value ?? null]))
