import { PassThrough, Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import { DAY_MS } from '#contracts/dates.ts'
import {
  type Cell,
  type ExportTable,
  type FileWriter,
  joinList,
  startsFormula,
  stripInvisible,
} from './cell.ts'

/** A sheet has 1,048,576 rows, one of them the header. */
const ROWS_PER_SHEET = 1_048_575

/**
 * A workbook whose sheets are compressed while their rows arrive; rows that do not fit on one sheet
 * continue on the next.
 */
export const writeXlsx: FileWriter = (parts) => writeSheets(parts, ROWS_PER_SHEET)

/** For tests: like `writeXlsx`, with a given number of rows per sheet. */
export async function* writeSheets(
  { columns, batches, maxRows }: ExportTable,
  rowsPerSheet: number,
): AsyncGenerator<Uint8Array> {
  const rows = rowsOf(batches)
  const labels = columns.map(({ label }) => label)
  const sheets = Array.from({ length: Math.max(1, Math.ceil(maxRows / rowsPerSheet)) }, () => {
    const links: Link[] = []
    return {
      xml: Readable.from(sheetXml({ labels, rows, rowsPerSheet, links }), { objectMode: false }),
      // Read after the sheet, when all its links are known.
      relations: Readable.from(linkRelations(links), { objectMode: false }),
    }
  })
  const zip = new ZipFile()
  const output = zip.outputStream.pipe(new PassThrough())
  const fail = (error: Error) => void output.destroy(error)
  zip.on('error', fail)
  for (const [name, xml] of workbookParts(sheets.length)) zip.addBuffer(Buffer.from(xml), name)
  // One after the other: a sheet is asked for its rows when the previous one has ended.
  for (const [at, { xml, relations }] of sheets.entries()) {
    zip.addReadStream(xml.on('error', fail), `xl/worksheets/sheet${at + 1}.xml`)
    zip.addReadStream(relations.on('error', fail), `xl/worksheets/_rels/sheet${at + 1}.xml.rels`)
  }
  zip.end()
  try {
    for await (const chunk of output) yield chunk
  } finally {
    for (const { xml, relations } of sheets) [xml, relations].forEach((part) => part.destroy())
    await rows.return(undefined)
  }
}

async function* rowsOf(batches: AsyncIterable<Cell[][]>): AsyncGenerator<Cell[]> {
  for await (const rows of batches) yield* rows
}

async function takeRows(rows: AsyncGenerator<Cell[]>, limit: number): Promise<Cell[][]> {
  const taken: Cell[][] = []
  while (taken.length < limit) {
    const next = await rows.next()
    if (next.done) break
    taken.push(next.value)
  }
  return taken
}

const CHUNK_LENGTH = 64 * 1024

type SheetParts = {
  labels: readonly string[]
  rows: AsyncGenerator<Cell[]>
  rowsPerSheet: number
  /** Filled while the rows are written. */
  links: Link[]
}

async function* sheetXml({
  labels,
  rows,
  rowsPerSheet,
  links,
}: SheetParts): AsyncGenerator<string> {
  const first = await takeRows(rows, Math.min(MEASURED_ROWS, rowsPerSheet))
  let chunk = sheetHead(labels, first) + headerXml(labels)
  let written = 1
  for (const row of first) chunk += rowXml(row, ++written, links)
  while (written <= rowsPerSheet) {
    const next = await rows.next()
    if (next.done) break
    chunk += rowXml(next.value, ++written, links)
    if (chunk.length < CHUNK_LENGTH) continue
    yield chunk
    chunk = ''
  }
  yield chunk + sheetFoot(labels.length, written, links)
}

/** Indexes into `cellXfs` of the styles. */
const STYLE = { plain: 0, header: 1, day: 2, moment: 3, guarded: 4, link: 5 } as const

/** The most characters that a cell can hold. */
const MAX_TEXT_LENGTH = 32_767
/** Day 0 of a spreadsheet's calendar. */
const EPOCH_MS = Date.UTC(1899, 11, 30)

const serialNumber = (date: Date): number => (date.getTime() - EPOCH_MS) / DAY_MS

function columnName(at: number): string {
  const rest = Math.floor(at / 26)
  const letter = String.fromCharCode(65 + (at % 26))
  return rest > 0 ? columnName(rest - 1) + letter : letter
}

const rowXml = (cells: readonly Cell[], row: number, links: Link[]): string =>
  `<row r="${row}">${cells.map((cell, at) => cellXml(cell, `${columnName(at)}${row}`, links)).join('')}</row>`

const headerXml = (labels: readonly string[]): string =>
  `<row r="1">${labels.map((label, at) => textXml(label, `${columnName(at)}1`, STYLE.header)).join('')}</row>`

function cellXml(cell: Cell, cellRef: string, links: Link[]): string {
  if (cell.value === null) return ''
  switch (cell.kind) {
    case 'number':
      return numberXml(cell.value, cellRef, STYLE.plain)
    case 'yesNo':
      return `<c r="${cellRef}" t="b"><v>${cell.value ? 1 : 0}</v></c>`
    case 'day':
      return numberXml(serialNumber(new Date(`${cell.value}T00:00:00Z`)), cellRef, STYLE.day)
    case 'moment':
      return numberXml(serialNumber(cell.value), cellRef, STYLE.moment)
    case 'text':
      return addLink(links, cellRef, cell.value)
        ? textXml(cell.value, cellRef, STYLE.link)
        : textXml(cell.value, cellRef)
    case 'list':
      return textXml(joinList(cell.value), cellRef)
    default:
      return cell satisfies never
  }
}

type Link = { cellRef: string; url: string }

/** The most links that a sheet can hold. */
const MAX_LINKS = 65_530
const MAX_URL_LENGTH = 2_000

/** @returns whether the text is the address of a web page, which then becomes a link */
function addLink(links: Link[], cellRef: string, text: string): boolean {
  if (!/^https?:\/\/\S+$/.test(text) || text.length > MAX_URL_LENGTH) return false
  const url = URL.parse(text)
  if (!url || links.length >= MAX_LINKS) return false
  links.push({ cellRef, url: url.href })
  return true
}

const linksXml = (links: readonly Link[]): string =>
  links.length === 0
    ? ''
    : `<hyperlinks>${links.map(({ cellRef }, at) => `<hyperlink ref="${cellRef}" r:id="l${at + 1}"/>`).join('')}</hyperlinks>`

async function* linkRelations(links: readonly Link[]): AsyncGenerator<string> {
  yield `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">`
  yield links
    .map(
      ({ url }, at) =>
        `<Relationship Id="l${at + 1}" Type="${RELATIONS}/hyperlink" Target="${escapeXml(url)}" TargetMode="External"/>`,
    )
    .join('')
  yield '</Relationships>'
}

const numberXml = (value: number, cellRef: string, style: number): string =>
  Number.isFinite(value)
    ? `<c r="${cellRef}"${style === STYLE.plain ? '' : ` s="${style}"`}><v>${value}</v></c>`
    : ''

/**
 * A text is never a formula here. Text that looks like a formula is also formatted as text, so that
 * it stays text when a user edits the cell.
 */
function textXml(value: string, cellRef: string, style?: number): string {
  const shown = stripInvisible(value).slice(0, MAX_TEXT_LENGTH)
  if (shown === '') return ''
  const used = style ?? (startsFormula(shown) ? STYLE.guarded : STYLE.plain)
  const styled = used === STYLE.plain ? '' : ` s="${used}"`
  return `<c r="${cellRef}"${styled} t="inlineStr"><is><t xml:space="preserve">${escapeXml(shown)}</t></is></c>`
}

/**
 * Spreadsheets read `_x0041_` in a text as the letter A: so its first `_` is escaped the same way.
 */
const ENCODED_CHARACTER = /_(?=x[0-9a-f]{4}_)/gi

const escapeXml = (value: string): string =>
  value
    .toWellFormed()
    .replace(ENCODED_CHARACTER, '_x005F_')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\r\n', '\n')
    .replaceAll('\r', '\n')

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

const STYLES = `${HEAD}<styleSheet xmlns="${MAIN}">
<numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm"/></numFmts>
<fonts count="3"><font><sz val="11"/><name val="Calibri"/><family val="2"/></font><font><b/><sz val="11"/><name val="Calibri"/><family val="2"/></font><font><u/><sz val="11"/><color rgb="FF0563C1"/><name val="Calibri"/><family val="2"/></font></fonts>
<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>
<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>
<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>
<cellXfs count="6"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>
<xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/>
<xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>
<xf numFmtId="165" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>
<xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" quotePrefix="1"/>
<xf numFmtId="0" fontId="2" fillId="0" borderId="0" xfId="0" applyFont="1"/></cellXfs>
<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>
</styleSheet>`

/** The small files of a workbook with this number of sheets, by their names within it. */
function workbookParts(sheets: number): [name: string, xml: string][] {
  const numbers = Array.from({ length: sheets }, (_, at) => at + 1)
  const overrides = numbers.map(
    (n) =>
      `<Override PartName="/xl/worksheets/sheet${n}.xml" ContentType="${TYPES}.worksheet+xml"/>`,
  )
  const relations = numbers.map(
    (n) =>
      `<Relationship Id="rId${n}" Type="${RELATIONS}/worksheet" Target="worksheets/sheet${n}.xml"/>`,
  )
  const entries = numbers.map(
    (n) => `<sheet name="Storedawn${n > 1 ? ` ${n}` : ''}" sheetId="${n}" r:id="rId${n}"/>`,
  )
  return [
    [
      '[Content_Types].xml',
      `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPES}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPES}.styles+xml"/>${overrides.join('')}</Types>`,
    ],
    [
      '_rels/.rels',
      `${HEAD}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ],
    [
      'xl/workbook.xml',
      `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets>${entries.join('')}</sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${relations.join('')}<Relationship Id="rId${sheets + 1}" Type="${RELATIONS}/styles" Target="styles.xml"/></Relationships>`,
    ],
    ['xl/styles.xml', STYLES],
  ]
}

/** Rows by which the widths of the columns are measured, and the bounds of a width in characters. */
const MEASURED_ROWS = 100
const WIDTH = { least: 9, most: 48 }
/** As `STYLE` writes them. */
const LENGTHS = { number: 10, yesNo: 8, day: 10, moment: 16 }

function lengthOf(cell: Cell): number {
  if (cell.value === null) return 0
  if (cell.kind === 'text') return cell.value.length
  return cell.kind === 'list' ? joinList(cell.value).length : LENGTHS[cell.kind]
}

/** As wide as nine in ten of the first values need; the header's arrow takes two characters. */
function widthsOf(labels: readonly string[], rows: readonly Cell[][]): number[] {
  return labels.map((label, at) => {
    const lengths = rows.map((row) => (row[at] ? lengthOf(row[at]) : 0)).toSorted((a, b) => a - b)
    const usual = lengths[Math.floor(lengths.length * 0.9)] ?? 0
    return Math.min(WIDTH.most, Math.max(WIDTH.least, usual + 2, Math.min(label.length + 4, 30)))
  })
}

/** The XML before the rows: the header stays visible. */
function sheetHead(labels: readonly string[], rows: readonly Cell[][]): string {
  const columns = widthsOf(labels, rows).map(
    (width, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`,
  )
  return `${HEAD}<worksheet xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${columns.join('')}</cols><sheetData>`
}

/** @param lastRow including the header */
const sheetFoot = (columns: number, lastRow: number, links: readonly Link[]): string =>
  `</sheetData><autoFilter ref="A1:${columnName(columns - 1)}${lastRow}"/>${linksXml(links)}</worksheet>`
