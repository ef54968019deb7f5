import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import copyStreams from 'pg-copy-streams'
import type { Table, TableDigest } from './manifest.ts'

/** A part of a table in the archive; memory holds a few of them. */
const PART_BYTES = 4 * 1024 * 1024

/**
 * Reads the rows as `COPY` text, in the order of the primary key.
 * @param onPart called with every 4 MiB, and with the rest
 */
export async function digestTable(
  client: pg.Client,
  table: Table,
  onPart: (bytes: Buffer) => Promise<void> = async () => undefined,
): Promise<TableDigest> {
  const statement = `copy (select ${table.columns.join(', ')} from ${table.name} order by ${table.order.join(', ')}) to stdout`
  const stream = client.query(copyStreams.to(statement))
  const hash = createHash('sha256')
  let bytes = 0
  for await (const part of inParts(stream)) {
    hash.update(part)
    bytes += part.length
    await onPart(part)
  }
  return { name: table.name, rows: stream.rowCount, bytes, sha256: hash.digest('hex') }
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

/** Rows as `digestTable` gives them, cut anywhere. */
export async function loadTable(
  client: pg.Client,
  { name, columns }: Table,
  parts: AsyncIterable<Uint8Array>,
): Promise<void> {
  const stream = client.query(copyStreams.from(`copy ${name} (${columns.join(', ')}) from stdin`))
  await pipeline(Readable.from(parts), stream)
}
