import { PassThrough, Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import type { Cell } from './cell.ts'
import type { FileParts, FileWriter } from './file-writer.ts'
import { headerXml, rowXml } from './sheet-xml.ts'
import { sheetFoot, sheetHead, workbookParts } from './workbook-parts.ts'

/** A sheet has 1,048,576 rows, one of them the header. */
const ROWS_PER_SHEET = 1_048_575

/** A workbook whose sheets are compressed while their rows arrive; rows that do not fit on one sheet continue on the next. */
export const writeXlsx: FileWriter = (parts) => zipSheets(parts, ROWS_PER_SHEET)

/** For tests: like `writeXlsx`, with a given number of rows per sheet. */
export async function* zipSheets(
  { columns, batches, maxRows }: FileParts,
  rowsPerSheet: number,
): AsyncGenerator<Uint8Array> {
  const rows = rowsOf(batches)
  const labels = columns.map(({ label }) => label)
  const sheets = Array.from({ length: Math.max(1, Math.ceil(maxRows / rowsPerSheet)) }, () =>
    Readable.from(sheetXml(labels, rows, rowsPerSheet), { objectMode: false }),
  )
  const zip = new ZipFile()
  const output = zip.outputStream.pipe(new PassThrough())
  const fail = (error: Error) => void output.destroy(error)
  zip.on('error', fail)
  for (const [name, xml] of workbookParts(sheets.length)) zip.addBuffer(Buffer.from(xml), name)
  // One after the other: a sheet is asked for its rows when the previous one has ended.
  for (const [at, sheet] of sheets.entries())
    zip.addReadStream(sheet.on('error', fail), `xl/worksheets/sheet${at + 1}.xml`)
  zip.end()
  try {
    for await (const piece of output) yield piece
  } finally {
    for (const sheet of sheets) sheet.destroy()
    await rows.return(undefined)
  }
}

async function* rowsOf(batches: AsyncIterable<Cell[][]>): AsyncGenerator<Cell[]> {
  for await (const rows of batches) yield* rows
}

const PIECE_LENGTH = 64 * 1024

async function* sheetXml(
  labels: readonly string[],
  rows: AsyncGenerator<Cell[]>,
  rowsPerSheet: number,
): AsyncGenerator<string> {
  let piece = sheetHead(labels.length) + headerXml(labels)
  let written = 1
  while (written <= rowsPerSheet) {
    const next = await rows.next()
    if (next.done) break
    written += 1
    piece += rowXml(next.value, written)
    if (piece.length < PIECE_LENGTH) continue
    yield piece
    piece = ''
  }
  yield piece + sheetFoot(labels.length, written)
}
