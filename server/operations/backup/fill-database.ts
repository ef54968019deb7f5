import { isDeepStrictEqual } from 'node:util'
import { Kysely, PostgresDialect, type PostgresPool } from 'kysely'
import type pg from 'pg'
import { getConstructionPlans } from 'pg-boss'
import type { Logger } from 'pino'
import { migrate, onlyMigrations } from '#server/platform/db/migrate.ts'
import { refuseDemo } from '#server/platform/db/refuse-demo.ts'
import { BackupError } from './backup-error.ts'
import { openSession, readShape, readTables } from './database-shape.ts'
import type { DatabaseShape, Sequence, TableDigest } from './manifest.ts'
import { digestTable } from './rows.ts'

type Deps = { url: string; log: Logger }

/**
 * Fills an empty database in one transaction: schema, rows, sequences. A failure, or a kill at any
 * moment, leaves it as empty as it was.
 * @param load puts the rows in by `loadTable`, and returns what the database must then hold
 * @throws BackupError when it is not empty, cannot take this schema, or holds something else in the
 * end
 */
export async function fillDatabase(
  { url, log }: Deps,
  shape: DatabaseShape,
  load: (client: pg.Client) => Promise<{ tables: TableDigest[]; sequences: Sequence[] }>,
): Promise<void> {
  await using client = await openSession(url)
  await requireEmpty(client)
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: poolOf(client) }) })
  await db.transaction().execute(async (tx) => {
    await createJobQueue(client)
    await migrate(tx, log, await onlyMigrations(shape.migrations))
    await createPartitions(client, shape)
    await requireShape(client, shape)
    const putBack = await suspendRules(client, shape)
    const { tables, sequences } = await load(client)
    await refuseDemo(tx)
    await putBack()
    for (const { name, value, isCalled } of sequences)
      await client.query('select setval($1::regclass, $2::bigint, $3)', [name, value, isCalled])
    await requireRows(client, shape, tables)
  })
  // Everything is committed: a failure from here on must not look like a failed restore.
  await client.query('analyze').catch((error: unknown) => {
    log.warn(
      { event: 'restore.not_analyzed', err: error },
      'run `analyze` in the database: queries are slow without it',
    )
  })
}

/** @throws BackupError */
export async function requireEmpty(client: pg.Client): Promise<void> {
  const tables = await readTables(client)
  if (tables.length === 0) return
  throw new BackupError(
    `the database is not empty (it has ${tables.length} tables, such as ${tables[0]?.name}): only an empty one is filled, so that nothing is overwritten`,
  )
}

/** Kysely's transaction on this very connection, which also copies the rows. */
const poolOf = (client: pg.Client): PostgresPool => ({
  options: {},
  connect: async () => Object.assign(client, { release: () => undefined }),
  end: async () => undefined,
})

/** pg-boss wraps its statements in its own transaction, whose commit would end ours. */
async function createJobQueue(client: pg.Client): Promise<void> {
  const plans = getConstructionPlans('pgboss').trim()
  const inner = /^BEGIN;([\s\S]*)COMMIT;$/.exec(plans)?.[1]
  if (inner === undefined)
    throw new Error('pg-boss constructs its tables in another way than expected')
  await client.query(inner)
  await client.query(
    'set local lock_timeout = 0; set local idle_in_transaction_session_timeout = 0',
  )
}

/** Days of statistics that the new queue does not have. */
async function createPartitions(client: pg.Client, { partitions }: DatabaseShape): Promise<void> {
  for (const { name, parent, bound } of partitions)
    await client.query(`create table if not exists ${name} partition of ${parent} ${bound}`)
}

async function requireShape(client: pg.Client, shape: DatabaseShape): Promise<void> {
  const made = await readShape(client)
  if (made.jobQueue !== shape.jobQueue)
    throw new BackupError(
      `its job queue has version ${shape.jobQueue}, and this release has ${made.jobQueue}: restore it with the release that made it, then start this one`,
    )
  for (const [at, table] of shape.tables.entries())
    if (!isDeepStrictEqual(table, made.tables[at]))
      throw new BackupError(`this release does not make the table ${table.name} as it was there`)
}

const FOREIGN_KEYS = `
  select conrelid::regclass::text as "table", quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
  from pg_constraint where contype = 'f' and conparentid = 0 and connamespace = any($1::regnamespace[])`

/**
 * Without triggers and foreign keys rows enter in any order and unchanged; putting the keys back
 * checks every row.
 */
async function suspendRules(
  client: pg.Client,
  { tables }: DatabaseShape,
): Promise<() => Promise<void>> {
  const { rows: keys } = await client.query<{ table: string; name: string; definition: string }>(
    FOREIGN_KEYS,
    [['public', 'pgboss']],
  )
  for (const { table, name } of keys)
    await client.query(`alter table ${table} drop constraint ${name}`)
  for (const { name } of tables) await client.query(`alter table ${name} disable trigger user`)
  await client.query(`truncate ${tables.map(({ name }) => name).join(', ')}`)
  return async () => {
    for (const { name } of tables) await client.query(`alter table ${name} enable trigger user`)
    for (const { table, name, definition } of keys)
      await client.query(`alter table ${table} add constraint ${name} ${definition}`)
  }
}

/** Reads everything back. @throws BackupError */
async function requireRows(
  client: pg.Client,
  shape: DatabaseShape,
  wanted: TableDigest[],
): Promise<void> {
  const byName = new Map(wanted.map((digest) => [digest.name, digest]))
  for (const table of shape.tables) {
    const found = await digestTable(client, table)
    if (!isDeepStrictEqual(found, byName.get(table.name)))
      throw new BackupError(
        `the rows of ${table.name} differ from the original: ${describe(found)}`,
      )
  }
}

const describe = ({ rows, sha256 }: TableDigest): string =>
  `${rows} rows, SHA-256 ${sha256.slice(0, 12)}…`
