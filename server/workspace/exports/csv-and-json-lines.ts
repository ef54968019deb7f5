import { type Cell, type FileWriter, joinList, escapeFormula, stripInvisible } from './cell.ts'

const BYTE_ORDER_MARK = '\ufeff'
const LINE_END = '\r\n'

/**
 * RFC 4180 in UTF-8 with a byte order mark, by which spreadsheets recognise the encoding; commas in
 * every language.
 */
export const writeCsv: FileWriter = async function* ({ columns, batches }) {
  yield BYTE_ORDER_MARK + lineOf(columns.map(({ label }) => textField(label)))
  for await (const rows of batches) {
    if (rows.length > 0) yield rows.map((row) => lineOf(row.map(fieldOf))).join('')
  }
}

const lineOf = (fields: string[]) => fields.join(',') + LINE_END

function fieldOf(cell: Cell): string {
  if (cell.value === null) return ''
  switch (cell.kind) {
    case 'number':
    case 'yesNo':
    case 'day':
      return String(cell.value)
    case 'moment':
      return cell.value.toISOString()
    case 'text':
      return textField(cell.value)
    case 'list':
      return textField(joinList(cell.value))
    default:
      return cell satisfies never
  }
}

function textField(value: string): string {
  const safe = escapeFormula(stripInvisible(value))
  // Blanks at the ends are part of the text, and some readers drop them unless quoted.
  return /[",\r\n;\t]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
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
