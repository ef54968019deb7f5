import type { LineFault } from '#contracts/workspace/exclusions.ts'
import { type Entry, parseCell, type ParsedCell } from './parse-cell.ts'

export type ParsedLine =
  | { kind: 'empty' }
  | { kind: 'header'; columns: readonly number[] }
  | { kind: 'entry'; entry: Entry }
  | { kind: 'refused'; text: string; fault: LineFault; suggestion: string | null }

const MAX_TEXT = 200

/** Names of columns with addresses, in the languages of the product. */
const ADDRESS_COLUMN =
  /^(?:(?:company|shop|store|firmen?|primary|main) ?)?(?:domains?|domaines?|dominios?|domínios?|alan ?ad[ıi]|alan|web ?sites?|web ?seiten?|webs?|url|urls|hosts?|shops?|stores?|tienda|loja|boutique|ma[gğ]aza|sites?|site ?web|sitio ?web|homepage|internet|adresse?n?|address(?:es)?|lines?)(?: ?(?:url|name|domain|address))?$/iu
const MAIL_COLUMN =
  /^(?:(?:contact|primary|work|business|kontakt) ?)?(?:e-?mails?|mails?|courriels?|correos?|e-?posta)(?: ?(?:address(?:es)?|adresse?n?|1))?$/iu

/**
 * One line of a list or of a table: the first cell with an address counts. `columns`: where the
 * header says that addresses are; null without a header.
 */
export function parseLine(
  line: string,
  columns: readonly number[] | null,
  isFirst: boolean,
): ParsedLine {
  const cells = splitCells(line)
  if (cells.every((cell) => cell === '')) return { kind: 'empty' }
  const header = isFirst ? headerColumns(cells) : null
  if (header) return { kind: 'header', columns: header }
  const asked = columns?.flatMap((at) => cells[at] ?? []) ?? []
  const parsed = (asked.some((cell) => cell !== '') ? asked : cells)
    .filter((cell) => cell !== '')
    .map(parseCell)
  const entry = bestEntry(parsed)
  if (entry) return { kind: 'entry', entry }
  const faults = parsed.filter((each) => 'fault' in each)
  const { fault = 'name', suggestion = null } =
    faults.find(({ fault }) => fault !== 'name' && fault !== 'noEnding') ?? faults[0] ?? {}
  return { kind: 'refused', text: line.trim().slice(0, MAX_TEXT), fault, suggestion }
}

/** A shop before an address at a public provider; `Node.js` in a column of names last. */
function bestEntry(cells: readonly ParsedCell[]): Entry | undefined {
  const rank = (cell: Extract<ParsedCell, { entry: Entry }>) =>
    (cell.entry.kind === 'address' ? 1 : 0) + (cell.isSure ? 0 : 2)
  return cells.filter((cell) => 'entry' in cell).toSorted((a, b) => rank(a) - rank(b))[0]?.entry
}

function headerColumns(cells: readonly string[]): number[] | null {
  const places = (pattern: RegExp) =>
    cells.flatMap((cell, at) =>
      pattern.test(cell.replaceAll(/[_-]/g, ' ').replace(/^e /i, 'e')) ? [at] : [],
    )
  const columns = [...places(ADDRESS_COLUMN), ...places(MAIL_COLUMN)]
  return columns.length > 0 ? columns : null
}

const INVISIBLE = /[\uFEFF\u200B-\u200D\u2060\u00AD\p{Cc}]/gu

/** Separated by commas, semicolons or tabs, unless they are between quotes. */
function splitCells(line: string): string[] {
  const cells: string[] = []
  let [cell, isQuoted] = ['', false]
  for (const letter of line)
    if (letter === '"') isQuoted = !isQuoted
    else if (!isQuoted && (letter === ',' || letter === ';' || letter === '\t')) {
      cells.push(cell)
      cell = ''
    } else cell += letter
  // A quote that never ends belongs to the text.
  if (
    isQuoted &&
    cells.length === 0 &&
    cell.length + 1 >= line.trimEnd().length &&
    /[,;\t]/.test(cell)
  )
    return splitCells(line.replaceAll('"', ''))
  return [...cells, cell].map(cleanCell)
}

const cleanCell = (cell: string): string =>
  cell
    .normalize('NFKC')
    .replaceAll(INVISIBLE, '')
    .trim()
    .replaceAll(/^['’‘“”„«»]+|['’‘“”„«»]+$/gu, '')
    .trim()
