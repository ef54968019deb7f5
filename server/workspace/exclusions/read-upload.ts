import { isUtf8 } from 'node:buffer'
import {
  type ExclusionKind,
  type ExclusionUpload,
  type LineFault,
  MAX_NAMED_LINES,
  MAX_REFUSED_LINES,
} from '#contracts/workspace/exclusions.ts'
import { AppError } from '#server/platform/errors.ts'
import { type Entry, parseCell, type ParsedCell } from './parse-cell.ts'

export type ReadEntry = { kind: ExclusionKind; line: number }

export type ReadUpload = {
  /** By key; those beyond the limit are only counted. */
  entries: Map<string, ReadEntry>
  lines: number
  repeated: number
  refused: number
  /** The first of each sort. */
  repeats: ExclusionUpload['repeatedLines']
  refusals: ExclusionUpload['refusedLines']
}

/**
 * Reads the text as it arrives: of a file of any size it keeps only what the list has room for and
 * the lines that the answer names.
 */
export async function readUpload(text: TextChunks, limit: number): Promise<ReadUpload> {
  const upload: ReadUpload = {
    entries: new Map(),
    lines: 0,
    repeated: 0,
    refused: 0,
    repeats: [],
    refusals: [],
  }
  let [columns, isFirst]: [readonly number[] | null, boolean] = [null, true]
  for await (const { number: line, text: raw, isCut } of readLines(text)) {
    const parsed = parseLine(raw, columns, isFirst)
    if (parsed.kind === 'empty') continue
    isFirst = false
    if (parsed.kind === 'header') {
      columns = parsed.columns
      continue
    }
    upload.lines += 1
    if (isCut) refuse(upload, { line, text: raw.slice(0, 80), fault: 'tooLong', suggestion: null })
    else if (parsed.kind === 'refused') {
      const { text, fault, suggestion } = parsed
      refuse(upload, { line, text, fault, suggestion })
    } else accept(upload, { line, ...parsed.entry }, limit)
  }
  return upload
}

function refuse(upload: ReadUpload, refusal: ExclusionUpload['refusedLines'][number]): void {
  upload.refused += 1
  if (upload.refusals.length < MAX_REFUSED_LINES) upload.refusals.push(refusal)
}

function accept(
  upload: ReadUpload,
  { line, key, kind }: ReadEntry & { key: string },
  limit: number,
): void {
  const same = upload.entries.get(key)
  if (same) {
    upload.repeated += 1
    if (upload.repeats.length < MAX_NAMED_LINES)
      upload.repeats.push({ line, text: key, sameAs: same.line })
  } else if (upload.entries.size < limit) upload.entries.set(key, { kind, line })
  else refuse(upload, { line, text: key, fault: 'full', suggestion: null })
}

export type TextChunks = Iterable<Uint8Array> | AsyncIterable<Uint8Array>

/** A longer line is no address; its end is not kept. */
export const MAX_LINE = 2_000
const MAX_LINE_BYTES = 4 * MAX_LINE

/**
 * The lines of a text as it arrives, numbered from 1. Also reads what spreadsheets call "Unicode
 * text", which is UTF-16, and "CSV", which on Windows is no Unicode.
 * @throws AppError `unsupported_media_type` for what is no text
 */
export async function* readLines(
  chunks: TextChunks,
): AsyncGenerator<{ number: number; text: string; isCut: boolean }, void> {
  let decoder: Decoder | null = null
  let [rest, number, isCut, endsInReturn] = ['', 0, false, false]
  const lineOf = (line: string) => {
    const text = decoder?.line(line) ?? line
    return {
      number: ++number,
      text: text.slice(0, MAX_LINE),
      isCut: isCut || text.length > MAX_LINE,
    }
  }
  for await (const chunk of chunks) {
    if (chunk.length === 0) continue
    decoder ??= decoderFor(chunk)
    let text = decoder.text(chunk)
    // A picture, a workbook or an archive: each of its lines would only be refused.
    if (text.includes('\0')) throw new AppError('unsupported_media_type')
    if (endsInReturn && text.startsWith('\n')) text = text.slice(1)
    if (text !== '') endsInReturn = text.endsWith('\r')
    const lines = (rest + text).split(/\r\n|\n|\r/)
    rest = lines.pop() ?? ''
    for (const line of lines) {
      yield lineOf(line)
      isCut = false
    }
    if (rest.length > MAX_LINE_BYTES) [rest, isCut] = [rest.slice(0, MAX_LINE_BYTES), true]
  }
  rest += decoder?.text() ?? ''
  if (rest !== '') yield lineOf(rest)
}

/** `text`: of a chunk; without one, of what is left. `line`: of a line of these texts. */
type Decoder = { text: (chunk?: Uint8Array) => string; line: (line: string) => string }

function decoderFor([first, second]: Uint8Array): Decoder {
  const isLittle = first === 0xff && second === 0xfe
  if (isLittle || (first === 0xfe && second === 0xff)) {
    const decoder = new TextDecoder(isLittle ? 'utf-16le' : 'utf-16be')
    return {
      text: (chunk) => decoder.decode(chunk, { stream: chunk !== undefined }),
      line: (line) => line,
    }
  }
  // A character for each byte, because only a whole line shows its encoding.
  return {
    text: (chunk) => (chunk ? Buffer.from(chunk).toString('latin1') : ''),
    line: (line) => decodeLine(Buffer.from(line, 'latin1')),
  }
}

const utf8 = new TextDecoder()
/** As Windows-1252, except for six letters, which are Turkish instead of Icelandic. */
const windows = new TextDecoder('windows-1254')

const decodeLine = (bytes: Buffer): string => (isUtf8(bytes) ? utf8 : windows).decode(bytes)

type ParsedLine =
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
