import { writeFile } from 'node:fs/promises'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parse } from 'csv-parse/sync'
import { columnsOf, createExport, type CsvSeparator } from '#contracts/workspace/exports.ts'
import {
  type Cell,
  day,
  escapeFormula,
  moment,
  number,
  text,
} from '#server/workspace/exports/cell.ts'
import { writeCsv } from '#server/workspace/exports/csv-and-json-lines.ts'
import { writeXlsx } from '#server/workspace/exports/xlsx.ts'
import { type Seen, sumUp } from './findings.ts'
import type { Judge } from './judge.ts'
import { type Member, signInWith } from './members.ts'
import { run, versionOf, withFolder } from './tools.ts'

/**
 * Opens exports in German and in English settings, saves them again and compares each cell: CSV with
 * semicolons and decimal commas for German, with commas for English, and workbooks in both.
 */
export const spreadsheets: Judge = {
  name: 'spreadsheets',
  tool: 'LibreOffice',
  version: () => versionOf('soffice'),
  skip: '`apt-get install -y libreoffice-calc`',
  async judge(start) {
    const { origin } = await start()
    const member = await signInWith({ origin }, 'en')
    const tables = [await hostileTable(), ...(await exportTables(origin, member))]
    const seen = await withFolder(async (folder) => {
      const all: Seen[] = []
      for (const settings of SETTINGS) all.push(...(await judgeIn(settings, tables, folder)))
      return all
    })
    const cells = tables.reduce((sum, { rows }) => sum + rows.flat().length, 0)
    return { checked: `${tables.length} lists, ${cells} cells`, findings: sumUp(seen) }
  },
}

const SETTINGS = [
  { language: 'German', id: 1031, locale: 'de_DE', separator: 'semicolon', sign: 59 },
  { language: 'English', id: 1033, locale: 'en_US', separator: 'comma', sign: 44 },
] as const
type Settings = (typeof SETTINGS)[number]

type Table = {
  name: string
  /** As the product has them, before any format. */
  rows: readonly Value[][]
  csv: Record<CsvSeparator, Buffer>
  xlsx: Buffer
}
type Value = string | number | boolean | null | readonly string[]

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
const DAYS = ['2026-03-09', '2024-02-29', '2026-12-01']

/** What a shop may publish, and figures and dates that a spreadsheet could take for others. */
async function hostileTable(): Promise<Table> {
  const rows = TEXTS.map((value, at) => {
    const when = DAYS[at % DAYS.length] ?? ''
    return { value, figure: NUMBERS[at % NUMBERS.length] ?? 0, when }
  })
  const parts = () => ({
    columns: ['text', 'number', 'day', 'moment'].map((key) => ({ key, label: key })),
    batches: inOneBatch(
      rows.map(({ value, figure, when }) => [
        text(value),
        number(figure),
        day(when),
        moment(new Date(`${when}T18:05:09Z`)),
      ]),
    ),
    maxRows: rows.length,
  })
  return {
    name: 'hostile texts',
    rows: rows.map(({ value, figure, when }) => [value, figure, when, `${when}T18:05:09.000Z`]),
    csv: {
      comma: await bytesOf(writeCsv({ ...parts(), separator: 'comma' })),
      semicolon: await bytesOf(writeCsv({ ...parts(), separator: 'semicolon' })),
    },
    xlsx: await bytesOf(writeXlsx(parts())),
  }
}

async function* inOneBatch(rows: Cell[][]): AsyncGenerator<Cell[][]> {
  yield rows
}

async function bytesOf(pieces: AsyncIterable<string | Uint8Array>): Promise<Buffer> {
  const kept: Buffer[] = []
  for await (const piece of pieces) kept.push(Buffer.from(piece))
  return Buffer.concat(kept)
}

const ROWS = 200

/** JSON lines say what each value is; with codes, the other formats hold the same. */
async function exportTables(origin: string, member: Member): Promise<Table[]> {
  const tables: Table[] = []
  for (const view of ['stores', 'products'] as const) {
    const columns = columnsOf(view)
    const download = async (format: object): Promise<Buffer> => {
      const asked = { view, columns, query: {}, values: 'codes', limit: ROWS, ...format }
      const { url } = createExport.response.parse(await member.post(createExport.path, asked))
      return Buffer.from(await (await fetch(origin + url)).arrayBuffer())
    }
    const files = await downloadAll(download)
    const rows = files.lines.split('\n').map((line) => {
      const row: Record<string, Value> = JSON.parse(line)
      return columns.map((column) => row[column] ?? null)
    })
    tables.push({ name: view, rows, ...files })
  }
  return tables
}

const MOST_TRIES = 10

/** All of one state: a visit may change a store between two downloads. */
async function downloadAll(download: (format: object) => Promise<Buffer>) {
  const readLines = async () => (await download({ format: 'jsonl' })).toString().trim()
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const lines = await readLines()
    const comma = await download({ format: 'csv', separator: 'comma' })
    const semicolon = await download({ format: 'csv', separator: 'semicolon' })
    const xlsx = await download({ format: 'xlsx' })
    if ((await readLines()) === lines) return { lines, csv: { comma, semicolon }, xlsx }
  }
  throw new Error('the stores change too often to download them twice alike')
}

async function judgeIn(
  settings: Settings,
  tables: readonly Table[],
  folder: string,
): Promise<Seen[]> {
  const { language, id, sign, separator } = settings
  const seen: Seen[] = []
  const csv = tables.map((table, at) => ({
    file: `${language}-${at}.csv`,
    bytes: table.csv[separator],
  }))
  const workbooks = tables.map((table, at) => ({
    file: `${language}-${at}.xlsx`,
    bytes: table.xlsx,
  }))
  // As the import dialog proposes it: texts in quotation marks are texts.
  const filter = [`--infilter=CSV:${sign},34,76,1,,${id},true,false`]
  const fromCsv = await readBack(settings, csv, { folder, filter })
  const fromXlsx = await readBack(settings, workbooks, { folder, filter: [] })
  for (const [at, { name, rows }] of tables.entries()) {
    const asCsv = (value: string) => escapeFormula(value, separator)
    seen.push(...compare(`CSV of ${name} in ${language}`, fromCsv[at] ?? [], rows, asCsv))
    seen.push(
      ...compare(`XLSX of ${name} in ${language}`, fromXlsx[at] ?? [], rows, (value) => value),
    )
  }
  return seen
}

/** Cells as they are, not as they are shown, with texts in quotation marks. */
const OUT = 'csv:Text - txt - csv (StarCalc):44,34,76,1,,1033,true,false,false'

async function readBack(
  { locale }: Settings,
  files: readonly { file: string; bytes: Buffer }[],
  { folder, filter }: { folder: string; filter: readonly string[] },
): Promise<string[][][]> {
  for (const { file, bytes } of files) await writeFile(path.join(folder, file), bytes)
  const profile = `-env:UserInstallation=file://${folder}/profile-${locale}`
  const out = path.join(folder, filter.length > 0 ? 'from-csv' : 'from-xlsx')
  const words = [...filter, '--convert-to', OUT, '--outdir', out]
  const names = files.map(({ file }) => path.join(folder, file))
  const env = { ...process.env, LC_ALL: `${locale}.UTF-8` }
  const { code, stderr } = await run('soffice', [profile, '--headless', ...words, ...names], {
    env,
  })
  if (code !== 0) throw new Error(`LibreOffice failed: ${stderr}`)
  return files.map(({ file }) =>
    parse(readFileSync(path.join(out, file.replace(/\.\w+$/, '.csv'))), {
      bom: true,
      relax_column_count: true,
    }),
  )
}

function compare(
  where: string,
  [head = [], ...shown]: string[][],
  rows: readonly Value[][],
  written: (text: string) => string,
): Seen[] {
  const columns = rows[0]?.length ?? 0
  const seen: Seen[] = []
  if (head.length !== columns) seen.push({ what: `${head.length} columns of ${columns}`, where })
  if (shown.length !== rows.length)
    seen.push({ what: `${shown.length} rows of ${rows.length}`, where })
  for (const [at, row] of rows.entries())
    for (const [column, value] of row.entries()) {
      const cell = shown[at]?.[column] ?? ''
      if (!isSame(cell, value, written))
        seen.push({ what: `${JSON.stringify(value)} came back as ${JSON.stringify(cell)}`, where })
    }
  return seen
}

/** In German and in English. */
const SHOWN_AS = { true: ['true', 'TRUE', 'WAHR'], false: ['false', 'FALSE', 'FALSCH'] }
const MOMENT = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)\.\d{3}Z$/

function isSame(cell: string, value: Value, written: (text: string) => string): boolean {
  if (value === null) return cell === ''
  if (typeof value === 'number') return Number(cell.replace(',', '.')) === value
  if (typeof value === 'boolean') return SHOWN_AS[`${value}`].includes(cell)
  const text = typeof value === 'string' ? value : value.join(', ')
  // A workbook holds moments, and shows them without a zone to the second.
  return cell === written(text) || cell === text.replace(MOMENT, '$1 $2')
}
