import { DAY_MS } from '#contracts/dates.ts'
import { type Cell, joinList } from './cell.ts'
import { opensFormula, visibleText } from './safe-text.ts'

/** Indexes into `cellXfs` of the styles. */
export const STYLE = { plain: 0, header: 1, day: 2, moment: 3, guarded: 4 } as const

/** The most characters that a cell can hold. */
const MAX_TEXT = 32_767
/** Day 0 of a spreadsheet's calendar. */
const EPOCH_MS = Date.UTC(1899, 11, 30)

const serialOf = (date: Date): number => (date.getTime() - EPOCH_MS) / DAY_MS

/** A, B, …, Z, AA, … */
export function columnName(at: number): string {
  const rest = Math.floor(at / 26)
  const letter = String.fromCharCode(65 + (at % 26))
  return rest > 0 ? columnName(rest - 1) + letter : letter
}

export const rowXml = (cells: readonly Cell[], row: number): string =>
  `<row r="${row}">${cells.map((cell, at) => cellXml(cell, `${columnName(at)}${row}`)).join('')}</row>`

export const headerXml = (labels: readonly string[]): string =>
  `<row r="1">${labels.map((label, at) => textXml(label, `${columnName(at)}1`, STYLE.header)).join('')}</row>`

function cellXml(cell: Cell, place: string): string {
  if (cell.value === null) return ''
  switch (cell.kind) {
    case 'number':
      return numberXml(cell.value, place, STYLE.plain)
    case 'yesNo':
      return `<c r="${place}" t="b"><v>${cell.value ? 1 : 0}</v></c>`
    case 'day':
      return numberXml(serialOf(new Date(`${cell.value}T00:00:00Z`)), place, STYLE.day)
    case 'moment':
      return numberXml(serialOf(cell.value), place, STYLE.moment)
    case 'text':
      return textXml(cell.value, place)
    case 'list':
      return textXml(joinList(cell.value), place)
    default:
      return cell satisfies never
  }
}

const numberXml = (value: number, place: string, style: number): string =>
  Number.isFinite(value)
    ? `<c r="${place}"${style === STYLE.plain ? '' : ` s="${style}"`}><v>${value}</v></c>`
    : ''

/**
 * A text is never a formula here. Text that looks like a formula is also formatted as text, so that it stays text when a user edits the
 * cell.
 */
function textXml(value: string, place: string, style?: number): string {
  const shown = visibleText(value).slice(0, MAX_TEXT)
  if (shown === '') return ''
  const used = style ?? (opensFormula(shown) ? STYLE.guarded : STYLE.plain)
  const styled = used === STYLE.plain ? '' : ` s="${used}"`
  return `<c r="${place}"${styled} t="inlineStr"><is><t xml:space="preserve">${escapeXml(shown)}</t></is></c>`
}

/** Spreadsheets read `_x0041_` in a text as the letter A: its first `_` is written that way itself. */
const CODED = /_(?=x[0-9a-f]{4}_)/gi

export const escapeXml = (value: string): string =>
  value
    .toWellFormed()
    .replace(CODED, '_x005F_')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\r\n', '\n')
    .replaceAll('\r', '\n')
