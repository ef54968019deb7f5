import { sql } from 'kysely'
import { rightsOf } from '#contracts/billing/plan-rights.ts'
import type { QueryOf, ResponseOf } from '#contracts/endpoint.ts'
import type { UserId } from '#contracts/ids.ts'
import { numberedPage } from '#contracts/paging.ts'
import * as api from '#contracts/workspace/exclusions.ts'
import type { ExclusionReason } from '#contracts/workspace/exclusions.ts'
import { unhide } from '#server/catalog/api.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { containsPattern } from '#server/platform/db/sql-text.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { notFound } from '#server/platform/errors.ts'
import type { RequestContext } from '#server/platform/http/request-context.ts'
import type { StreamedFile } from '#server/platform/http/stream-route.ts'
import { lockAccountRow } from '#server/platform/locks.ts'
import { requirePaid } from '#server/platform/session/viewer.ts'
import { type Cell, number, text } from '#server/workspace/exports/cell.ts'
import { writeCsv } from '#server/workspace/exports/csv-and-json-lines.ts'
import { countStores } from './add-exclusions.ts'

type Query = QueryOf<typeof api.listExclusions>

export async function listExclusions(
  ctx: RequestContext,
  query: Query,
): Promise<ResponseOf<typeof api.listExclusions>> {
  const { userId, role } = requirePaid(ctx)
  const [rows, sums] = await Promise.all([
    readPage(ctx.db, userId, query),
    readSums(ctx.db, userId, query),
  ])
  const stores = await countStores(
    ctx.db,
    userId,
    rows.map(({ key }) => key),
  )
  const content = rows.map((row) => ({
    key: row.key,
    kind: row.kind,
    reason: row.reason,
    stores: stores.get(row.key) ?? 0,
    upload: { id: row.upload_id, name: row.name },
    line: row.line,
    addedAt: row.created_at.toISOString(),
  }))
  const { total, stores: hidden, ...reasons } = sums
  return {
    ...numberedPage(content, { ...query, total }),
    limit: rightsOf(role).excludedLines,
    lines: api.ExclusionReason.options.reduce((lines, reason) => lines + reasons[reason], 0),
    stores: hidden,
    reasons,
  }
}

const isAsked = (userId: UserId, { q, reason }: Pick<Query, 'q' | 'reason'>) => sql<boolean>`
  exclusions.user_id = ${userId}
  ${q ? sql`and key like ${containsPattern(q)}` : sql``}
  ${reason ? sql`and reason = ${reason}` : sql``}`

const readPage = (db: Db, userId: UserId, query: Query) =>
  db
    .selectFrom('exclusions')
    .innerJoin('exclusion_uploads as upload', 'upload.id', 'upload_id')
    .select(['key', 'kind', 'reason', 'upload_id', 'upload.name', 'line', 'upload.created_at'])
    .where(isAsked(userId, query))
    .orderBy('upload.created_at', 'desc')
    .orderBy('upload_id')
    .orderBy('line')
    .limit(query.size)
    .offset(query.page * query.size)
    .execute()

type Sums = Record<api.ExclusionReason | 'total' | 'stores', number>

async function readSums(db: Db, userId: UserId, query: Query): Promise<Sums> {
  const { rows } = await sql<Sums>`
    select count(*) filter (where ${isAsked(userId, query)})::int as total,
      count(*) filter (where reason = 'customer')::int as customer,
      count(*) filter (where reason = 'competitor')::int as competitor,
      count(*) filter (where reason = 'other')::int as other,
      (select count(distinct store_id)::int from hidden_stores where user_id = ${userId}) as stores
    from exclusions join exclusion_uploads as upload on upload.id = upload_id
    where exclusions.user_id = ${userId}`.execute(db)
  const [sums] = rows
  if (!sums) throw new Error('an aggregate has one row')
  return sums
}

type RemovedLine = ResponseOf<typeof api.removeExclusion>
type Removed = Omit<RemovedLine, 'reason'>

type Lines = { key: string } | { uploadId: string }

/**
 * With the reason of the first of them.
 * @throws AppError `not_found`, also for another account's line or upload
 */
export async function removeExclusions(ctx: RequestContext, lines: Lines): Promise<RemovedLine> {
  const { reason, ...removed } = await remove(ctx, requirePaid(ctx).userId, lines)
  if (reason === undefined) throw notFound()
  return { ...removed, reason }
}

export async function emptyExclusions(ctx: RequestContext): Promise<Removed> {
  const { lines, stores } = await remove(ctx, requirePaid(ctx).userId, null)
  return { lines, stores }
}

/** Locks the lines in the order in which visits do. */
const remove = (
  ctx: RequestContext,
  userId: UserId,
  lines: Lines | null,
): Promise<Removed & { reason: api.ExclusionReason | undefined }> =>
  inTransaction(ctx, async ({ db }) => {
    await lockAccountRow(db, userId)
    const isMeant =
      lines === null
        ? sql`true`
        : 'key' in lines
          ? sql`key = ${lines.key}`
          : sql`upload_id = ${lines.uploadId}`
    const locked = await sql<{ reason: api.ExclusionReason }>`
      select reason from exclusions join exclusion_uploads as upload on upload.id = upload_id
      where exclusions.user_id = ${userId} and ${isMeant}
      order by key collate "C" for update of exclusions`.execute(db)
    const stores = await unhide(db, userId, lines)
    const { numAffectedRows = 0n } = await sql`
      delete from exclusions where user_id = ${userId} and ${isMeant}`.execute(db)
    await sql`
      delete from exclusion_uploads where user_id = ${userId}
        and not exists (select from exclusions where upload_id = exclusion_uploads.id)`.execute(db)
    return { lines: Number(numAffectedRows), stores, reason: locked.rows[0]?.reason }
  })

const LINES_PER_READ = 5_000
/** In this spelling, so that an upload of the file reads the lines. */
const COLUMNS = ['line', 'reason', 'file', 'number'].map((key) => ({ key, label: key }))

/** Lines that are added or removed meanwhile may be missing. */
export async function downloadExclusions(
  ctx: RequestContext,
  format: 'txt' | 'csv',
  acquire: (account: string) => Promise<void>,
): Promise<StreamedFile> {
  const { userId } = requirePaid(ctx)
  await acquire(userId)
  const batches = readLines(ctx.db, userId)
  return format === 'csv'
    ? {
        mediaType: 'text/csv; charset=utf-8',
        fileName: 'storedawn-not-these.csv',
        bytes: writeCsv({ columns: COLUMNS, batches: toCells(batches), maxRows: Infinity }),
      }
    : {
        mediaType: 'text/plain; charset=utf-8',
        fileName: 'storedawn-not-these.txt',
        bytes: toText(batches),
      }
}

type Line = { key: string; reason: ExclusionReason; name: string | null; line: number }

async function* readLines(db: Db, userId: UserId): AsyncGenerator<Line[]> {
  let after = ''
  while (true) {
    const lines = await db
      .selectFrom('exclusions')
      .innerJoin('exclusion_uploads as upload', 'upload.id', 'upload_id')
      .select(['key', 'reason', 'upload.name', 'line'])
      .where('exclusions.user_id', '=', userId)
      .where('key', '>', after)
      .orderBy(sql`key collate "C"`)
      .limit(LINES_PER_READ)
      .execute()
    if (lines.length > 0) yield lines
    after = lines.at(-1)?.key ?? ''
    if (lines.length < LINES_PER_READ) return
  }
}

async function* toText(batches: AsyncIterable<Line[]>): AsyncGenerator<string> {
  for await (const lines of batches) yield `${lines.map(({ key }) => key).join('\n')}\n`
}

async function* toCells(batches: AsyncIterable<Line[]>): AsyncGenerator<Cell[][]> {
  for await (const lines of batches)
    yield lines.map(({ key, reason, name, line }) => [
      text(key),
      text(reason),
      text(name),
      number(line),
    ])
}
