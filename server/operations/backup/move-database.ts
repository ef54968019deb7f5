import type pg from 'pg'
import type { Logger } from 'pino'
import { BackupError } from './backup-error.ts'
import { openSession, readSequences, readShape } from './database-shape.ts'
import { fillDatabase } from './fill-database.ts'
import type { Sequence, Table, TableDigest } from './manifest.ts'
import { digestTable, loadTable } from './rows.ts'

type MoveInput = { fromUrl: string; toUrl: string; log: Logger }

/**
 * Copies an idle database into an empty one, and compares every row there with the original. Does
 * not change the original.
 * @throws BackupError while a product is connected to the original, and when the target is not
 * empty
 */
export async function moveDatabase({ fromUrl, toUrl, log }: MoveInput): Promise<TableDigest[]> {
  await using source = await openSession(fromUrl)
  await requireUnused(source)
  await source.query('begin isolation level repeatable read, read only')
  const shape = await readShape(source)
  let copied: { tables: TableDigest[]; sequences: Sequence[] } | undefined
  await fillDatabase({ url: toUrl, log }, shape, async (target) => {
    const tables: TableDigest[] = []
    for (const table of shape.tables) tables.push(await copyTable(table, source, target))
    copied = { tables, sequences: await readSequences(source) }
    await requireUnused(source) // what it wrote meanwhile would be lost
    return copied
  })
  return copied?.tables ?? []
}

async function copyTable(table: Table, source: pg.Client, target: pg.Client): Promise<TableDigest> {
  const parts = createChannel<Buffer>()
  const loaded = loadTable(target, table, parts.received)
  loaded.catch(parts.fail)
  try {
    const digest = await digestTable(source, table, parts.send)
    await parts.end()
    await loaded
    return digest
  } catch (error) {
    parts.fail(error)
    await loaded.catch(() => undefined)
    throw error
  }
}

/** Hands one value at a time from a writer that calls to a reader that iterates. */
function createChannel<Value>() {
  const { readable, writable } = new TransformStream<Value, Value>()
  const writer = writable.getWriter()
  return {
    received: readable,
    send: (value: Value): Promise<void> => writer.write(value),
    end: (): Promise<void> => writer.close(),
    fail: (reason: unknown): void => void writer.abort(reason).catch(() => undefined),
  }
}

/** @throws BackupError */
async function requireUnused(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity where datname = current_database() and application_name = 'storedawn'`,
  )
  if (rows[0]?.count)
    throw new BackupError(
      'the product is running on the database: stop it first, so that nothing is lost',
    )
}
