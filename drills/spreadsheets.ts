/**
 * Opens files of the product's writers in LibreOffice, in German and in English settings, saves
 * them again, and compares each cell: CSV with commas for English, with semicolons and decimal commas
 * for German, and XLSX for both. Exits with 1 if a cell came back as another.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { type Cell, escapeFormula, number, text } from '#server/workspace/exports/cell.ts'
import { writeCsv } from '#server/workspace/exports/csv-and-json-lines.ts'
import { writeXlsx } from '#server/workspace/exports/xlsx.ts'

const TEXTS = [
  '+493023125014',
  '+49 30 23125014',
  '=1+1',
  '@SUM(A1)',
  '-2+3',
  'Große „Vase", 30 cm; weiß',
  'Işık\nKeçe',
  '007',
  '1.234,56',
  '12,5',
  '2026-03-09',
  '3/4',
  '1E5',
  'TRUE',
]
const NUMBERS = [19.9, 1234567.5, 0, 12]
const LANGUAGES = [
  { name: 'German', id: 1031, locale: 'de-DE', separator: 'semicolon', sign: 59 },
  { name: 'English', id: 1033, locale: 'en-US', separator: 'comma', sign: 44 },
] as const

const folder = mkdtempSync(join(tmpdir(), 'spreadsheets-'))
const say = (line: string) => process.stdout.write(`${line}\n`)

function office(locale: string, ...words: string[]): boolean {
  const profile = `-env:UserInstallation=file://${folder}/profile-${locale}`
  const options = { env: { ...process.env, LC_ALL: `${locale.replace('-', '_')}.UTF-8` } }
  const { status } = spawnSync('soffice', [profile, '--headless', ...words], options)
  return status === 0
}

async function* batches(): AsyncGenerator<Cell[][]> {
  yield TEXTS.map((value, at) => [text(value), number(NUMBERS[at % NUMBERS.length] ?? 0)])
}

const table = () => ({
  columns: ['text', 'number'].map((key) => ({ key, label: key })),
  batches: batches(),
  maxRows: TEXTS.length,
})

async function writeFile(name: string, pieces: AsyncIterable<string | Uint8Array>): Promise<void> {
  const kept: Buffer[] = []
  for await (const piece of pieces) kept.push(Buffer.from(piece))
  writeFileSync(join(folder, name), Buffer.concat(kept))
}

/** Texts in quotation marks are texts, as in the import dialog's box; numbers are kept unrounded. */
const OUT = 'csv:Text - txt - csv (StarCalc):44,34,76,1,,1033,true,false,false'

function readBack(name: string, locale: string, importing: string | null): string[][] {
  const filter = importing === null ? [] : [`--infilter=CSV:${importing}`]
  const out = ['--convert-to', OUT, '--outdir', join(folder, 'out')]
  if (!office(locale, ...filter, ...out, join(folder, name))) throw new Error('LibreOffice failed')
  const file = join(folder, 'out', name.replace(/\.\w+$/, '.csv'))
  return parse(readFileSync(file), { bom: true, relax_column_count: true })
}

/** How many cells are not what was written. */
function compare(what: string, rows: string[][], expected: (text: string) => string): number {
  const wrong = TEXTS.flatMap((value, at) => {
    const [shown = '', figure = ''] = rows[at + 1] ?? []
    const isSame =
      shown === expected(value) && Number(figure.replace(',', '.')) === NUMBERS[at % NUMBERS.length]
    return isSame
      ? []
      : [`  ${JSON.stringify(value)} came back as ${JSON.stringify([shown, figure])}`]
  })
  say(
    `${wrong.length === 0 ? '✓' : '✗'} ${what}: ${TEXTS.length - wrong.length} of ${TEXTS.length} rows`,
  )
  for (const line of wrong) say(line)
  return wrong.length
}

if (spawnSync('soffice', ['--version']).status !== 0) {
  say('not proven: LibreOffice (soffice) is not installed here')
  process.exit(0)
}
let wrong = 0
try {
  for (const { name, id, locale, separator, sign } of LANGUAGES) {
    const file = `${name}.csv`
    await writeFile(file, writeCsv({ ...table(), separator }))
    const rows = readBack(file, locale, `${sign},34,76,1,,${id},true,false`)
    wrong += compare(`CSV in ${name}`, rows, (value) => escapeFormula(value, separator))
    await writeFile(`${name}-book.xlsx`, writeXlsx(table()))
    wrong += compare(
      `XLSX in ${name}`,
      readBack(`${name}-book.xlsx`, locale, null),
      (value) => value,
    )
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
process.exitCode = wrong === 0 ? 0 : 1
