import * as z from 'zod'
import type { ExportFormat } from '#contracts/billing/plans.ts'
import { dayOf } from '#contracts/dates.ts'
import {
  type ColumnKey,
  EXPORT_MEDIA_TYPES,
  type ExportView,
} from '#contracts/workspace/exports.ts'
import { type Language, languageInfo } from '#i18n/languages.ts'
import { readAccountForUpdate } from '#server/accounts/api.ts'
import { rightsOf } from '#contracts/billing/plan-rights.ts'
import type { CatalogRequest } from '#server/catalog/api.ts'
import { recordAuditEvent } from '#server/platform/audit-trail.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { AppError, notFound, planRequired } from '#server/platform/errors.ts'
import type { StreamedFile } from '#server/platform/http/stream-route.ts'
import { readEveryLocale, readLocale } from '#i18n/read-locale.ts'
import { findViewer, isPaid, type Viewer } from '#server/platform/session/viewer.ts'
import type { Cell, FileWriter } from './cell.ts'
import { openExportSource } from './export-source.ts'
import { type PreparedExport, readTicket, redeemTicket } from './export-tickets.ts'
import { consumeRows, refundRows } from './export-usage.ts'
import { writeCsv, writeJsonLines } from './csv-and-json-lines.ts'
import { writeXlsx } from './xlsx.ts'

const writers: Record<ExportFormat, FileWriter> = {
  csv: writeCsv,
  xlsx: writeXlsx,
  jsonl: writeJsonLines,
}

const fileNames: Record<ExportView, string> = {
  stores: 'stores',
  leads: 'leads',
  products: 'products',
  clusterStores: 'product-stores',
  savedStores: 'saved-stores',
  savedProducts: 'saved-products',
}

type DownloadRequest = {
  acquire: (account: string) => Promise<void>
  contextFor: (viewer: Viewer) => CatalogRequest
  signal: AbortSignal
}

/**
 * One transaction counts the ticket's rows and uses it up, then the file is written while its rows
 * are read.
 * @throws AppError `overloaded` while the account has several under way; `not_found` for a ticket
 * that is unknown, used, late, or of an ended session; 403 without the plan
 */
export async function downloadExport(
  ctx: CatalogRequest,
  ticket: string,
  { acquire, contextFor, signal }: DownloadRequest,
): Promise<StreamedFile> {
  const prepared = await readTicket(ctx, ticket)
  if (!prepared) throw notFound()
  const viewer = await activeViewer(ctx, prepared.sessionId)
  const { exportFormats, exportRowsPerDay: rowsPerDay } = rightsOf(viewer.role)
  if (!isPaid(viewer) || !exportFormats.includes(prepared.request.format)) throw planRequired()
  await acquire(viewer.userId)
  const source = await openExportSource(contextFor(viewer), prepared.request)
  // With a daily limit, at most the agreed number of rows; otherwise all rows that exist now.
  const maxRows = rowsPerDay === null ? (prepared.request.limit ?? source.total) : prepared.rows
  const rows = Math.min(source.total, maxRows)
  const day = await startDownload(ctx, { ticket, viewer, prepared, rows, rowsPerDay })
  const { userId } = viewer
  const batches = refundOnFailure(source.read(rows), signal, () =>
    refundRows(ctx.db, { userId, day, rows }),
  )
  return createFile(ctx, prepared, batches, rows)
}

/** A download ends with the session that requested it. */
async function activeViewer(ctx: CatalogRequest, sessionId: string): Promise<Viewer> {
  try {
    return await findViewer(ctx, sessionId)
  } catch (error) {
    throw error instanceof AppError ? notFound() : error
  }
}

type DownloadStart = {
  ticket: string
  viewer: Viewer
  prepared: PreparedExport
  rows: number
  rowsPerDay: number | null
}

const startDownload = (
  ctx: CatalogRequest,
  { ticket, viewer: { userId }, prepared, rows, rowsPerDay }: DownloadStart,
) =>
  inTransaction(ctx, async (ctx) => {
    // Locked, so that an erasure meanwhile leaves no trace of this.
    if (!(await readAccountForUpdate(ctx.db, userId))) throw notFound()
    if (!(await redeemTicket(ctx.db, ticket, ctx.now()))) throw notFound()
    const { view, format } = prepared.request
    const day = await consumeRows(ctx, { userId, rows, rowsPerDay })
    await recordAuditEvent(ctx, {
      kind: 'export.started',
      userId,
      network: ctx.network,
      detail: { view, format, rows },
    })
    return day
  })

/**
 * A failure on our side costs the account no rows. A caller who leaves has used them, also when
 * that cancels a read, which then fails.
 */
async function* refundOnFailure(
  batches: AsyncIterable<Cell[][]>,
  signal: AbortSignal,
  refund: () => Promise<void>,
) {
  try {
    yield* batches
  } catch (error) {
    if (!signal.aborted) await refund()
    throw error
  }
}

function createFile(
  { now }: CatalogRequest,
  { request: { view, format, columns, separator, values }, language }: PreparedExport,
  batches: AsyncIterable<Cell[][]>,
  maxRows: number,
): StreamedFile {
  const hasCodes = format === 'jsonl' || values === 'codes'
  const cells = hasCodes ? batches : wordBatches(batches, columns, language)
  const headers = headerTexts(language)
  const named = columns.map((key) => ({ key, label: headers[key] ?? key }))
  return {
    mediaType: EXPORT_MEDIA_TYPES[format],
    fileName: `storedawn-${fileNames[view]}-${dayOf(now())}.${format}`,
    bytes: writers[format]({ columns: named, batches: cells, maxRows, separator }),
  }
}

const HeaderTexts = z.object({ columns: z.record(z.string(), z.string()) })

const headerTexts = readEveryLocale(
  (language) => HeaderTexts.parse(readLocale(language, 'exports')).columns,
)

type Words = 'region' | 'language' | keyof ReturnType<typeof wordTexts>

/** Columns whose values are codes that people read as words. */
const WORDS = new Map<string, Words>(
  Object.entries({
    country: 'region',
    storeCountry: 'region',
    shipsTo: 'region',
    markets: 'region',
    language: 'language',
    languages: 'language',
    category: 'category',
    status: 'status',
    launchConfidence: 'confidence',
    launchStatus: 'launchStatus',
    emailKind: 'emailKind',
    emailState: 'emailState',
    policies: 'policies',
    stage: 'stage',
    trendBadge: 'badge',
  } satisfies Partial<Record<ColumnKey, Words>>),
)

/** Shows codes as words of the language; a code without a word stays as it is. */
export function wordBatches(
  batches: AsyncIterable<Cell[][]>,
  columns: readonly string[],
  language: Language,
): AsyncIterable<Cell[][]> {
  const wordOf = columns.map((key) => {
    const words = WORDS.get(key)
    return words && wordsOf(language, words)
  })
  return (async function* () {
    for await (const rows of batches)
      yield rows.map((row) =>
        row.map((cell, at) => {
          const word = wordOf[at]
          return word ? wordCell(cell, word) : cell
        }),
      )
  })()
}

type WordOf = (code: string) => string

function wordCell(cell: Cell, word: WordOf): Cell {
  if (cell.kind === 'text' && cell.value !== null) return { ...cell, value: word(cell.value) }
  return cell.kind === 'list' && cell.value !== null
    ? { ...cell, value: cell.value.map(word) }
    : cell
}

function wordsOf(language: Language, words: Words): WordOf {
  if (words === 'region' || words === 'language') return namesOf(language, words)
  const texts = wordTexts(language)[words]
  return (code) => texts[code] ?? code
}

function namesOf(language: Language, type: 'region' | 'language'): WordOf {
  const names = new Intl.DisplayNames(languageInfo[language].locale, { type })
  return (code) => {
    try {
      return names.of(code) ?? code
    } catch {
      return code // shops may publish anything
    }
  }
}

const Texts = z.record(z.string(), z.string())
const Options = z.object({ options: Texts }).transform(({ options }) => options)
const ListTexts = z.object({
  filter: z.object({
    category: Options,
    status: Options,
    confidence: Options,
    emailKind: Options,
    emailState: Options,
    policies: Options,
    stage: Options,
  }),
  products: z.object({ badge: Texts }),
})
const StoreTexts = z.object({ launchStatus: Texts })

const wordTexts = readEveryLocale((language) => {
  const { filter, products } = ListTexts.parse(readLocale(language, 'list'))
  const { launchStatus } = StoreTexts.parse(readLocale(language, 'store-details'))
  return { ...filter, badge: products.badge, launchStatus }
})
