import { sql } from 'kysely'
import type { UserId } from '#contracts/ids.ts'
import type { ExclusionReason } from '#contracts/workspace/exclusions.ts'
import type { Db } from '#server/platform/db/schema.ts'
import type { RequestContext } from '#server/platform/http/request-context.ts'
import type { StreamedFile } from '#server/platform/http/stream-route.ts'
import { requirePaid } from '#server/platform/session/viewer.ts'
import { type Cell, number, text } from '#server/workspace/exports/cell.ts'
import { writeCsv } from '#server/workspace/exports/csv-and-json-lines.ts'

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
