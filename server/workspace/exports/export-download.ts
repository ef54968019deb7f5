import * as z from 'zod'
import type { ExportFormat } from '#contracts/billing/plans.ts'
import { dayOf } from '#contracts/dates.ts'
import { EXPORT_MEDIA_TYPES, type ExportView } from '#contracts/workspace/exports.ts'
import { type Language, languages } from '#i18n/languages.ts'
import { readAccountForUpdate } from '#server/accounts/api.ts'
import { rightsOf } from '#contracts/billing/plan-rights.ts'
import type { CatalogRequest } from '#server/catalog/api.ts'
import { recordAuditEvent } from '#server/platform/audit-trail.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { AppError, notFound, planRequired } from '#server/platform/errors.ts'
import type { StreamedFile } from '#server/platform/http/stream-route.ts'
import { readLocale } from '#i18n/read-locale.ts'
import { findViewer, isPaid, type Viewer } from '#server/platform/session/viewer.ts'
import type { Cell, FileWriter } from './cell.ts'
import { openExportSource } from './export-source.ts'
import { type PreparedExport, readTicket, redeemTicket } from './export-tickets.ts'
import { consumeRows, refundRows } from './export-usage.ts'
import { writeCsv, writeJsonLines } from './csv-and-json-lines.ts'
import { wordBatches } from './word-cells.ts'
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
  const named = columns.map((key) => ({ key, label: headerText(language, key) }))
  return {
    mediaType: EXPORT_MEDIA_TYPES[format],
    fileName: `storedawn-${fileNames[view]}-${dayOf(now())}.${format}`,
    bytes: writers[format]({ columns: named, batches: cells, maxRows, separator }),
  }
}

const HeaderTexts = z.object({ columns: z.record(z.string(), z.string()) })

/** Read at startup, so that a broken file stops the start and not a download. */
const headerTexts = new Map(
  languages.map((language) => [
    language,
    HeaderTexts.parse(readLocale(language, 'exports')).columns,
  ]),
)

const headerText = (language: Language, key: string): string =>
  headerTexts.get(language)?.[key] ?? key
