import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import copyStreams from 'pg-copy-streams'
import { type OrderedTable, quoteName } from './database-shape.ts'
import type { Table, TableDigest } from './manifest.ts'

/** A part of a table in the archive; memory holds a few of them. */
const PART_BYTES = 4 * 1024 * 1024

/**
 * Reads the rows as `COPY` text, in the order of the primary key.
 * @param onPart called with every 4 MiB, and with the rest
 */
export async function digestTable(
  client: pg.Client,
  { name, columns, order }: OrderedTable,
  onPart: (bytes: Buffer) => Promise<void> = async () => undefined,
): Promise<TableDigest> {
  const by = order.map(
    ({ column, isText }) => `${quoteName(column)}${isText ? ' collate "C"' : ''}`,
  )
  const rows = `select ${columns.map(quoteName).join(', ')} from ${quoteName(name)} order by ${by.join(', ')}`
  const stream = client.query(copyStreams.to(`copy (${rows}) to stdout`))
  const hash = createHash('sha256')
  let bytes = 0
  let count = 0
  for await (const part of inParts(stream)) {
    hash.update(part)
    bytes += part.length
    count += countLines(part)
    await onPart(part)
  }
  return { name, rows: count, bytes, sha256: hash.digest('hex') }
}

/**
 * A row is a line: `COPY` writes a line break within a value as `\n`. The count that PostgreSQL
 * tells can arrive after the stream has ended.
 */
function countLines(part: Buffer): number {
  let count = 0
  for (let at = part.indexOf(10); at !== -1; at = part.indexOf(10, at + 1)) count += 1
  return count
}

async function* inParts(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let collected: Buffer[] = []
  let size = 0
  for await (const chunk of source) {
    collected.push(chunk)
    size += chunk.length
    if (size < PART_BYTES) continue
    yield Buffer.concat(collected)
    collected = []
    size = 0
  }
  if (size > 0) yield Buffer.concat(collected)
}

/**
 * Rows as `digestTable` gives them, cut anywhere.
 * @param table as this database has it, not as a file describes it
 */
export async function loadTable(
  client: pg.Client,
  { name, columns }: Table,
  parts: AsyncIterable<Uint8Array>,
): Promise<void> {
  const into = `${quoteName(name)} (${columns.map(quoteName).join(', ')})`
  const stream = client.query(copyStreams.from(`copy ${into} from stdin`))
  await pipeline(Readable.from(parts), stream)
}
