import { isDeepStrictEqual } from 'node:util'
import { Kysely, PostgresDialect, type PostgresPool } from 'kysely'
import type { MigrationProvider } from 'kysely/migration'
import pg from 'pg'
import { getConstructionPlans } from 'pg-boss'
import type { Logger } from 'pino'
import { addDays } from '#contracts/dates.ts'
import { migrate, onlyMigrations } from '#server/platform/db/migrate.ts'
import { refuseDemo } from '#server/platform/db/refuse-demo.ts'
import { BackupError } from './backup-error.ts'
import {
  execute,
  type OrderedTable,
  quoteName,
  readSequences,
  readShape,
  readTables,
  SCHEMAS,
} from './database-shape.ts'
import { withLoadingRole } from './loading-role.ts'
import type { DatabaseShape, Sequence, TableDigest } from './manifest.ts'
import { digestTable } from './rows.ts'

/** `migrations`: those of this release, unless a test names others. */
type Deps = { url: string; log: Logger; migrations?: MigrationProvider | undefined }

export type Wanted = { shape: DatabaseShape; tables: TableDigest[]; sequences: Sequence[] }

/**
 * Schema (of our own migrations), rows and sequences in one transaction: a failure or kill leaves
 * the database empty.
 * @param load puts the rows into these tables by `loadTable`
 * @throws BackupError when it is not empty, cannot take this schema, or holds something else in the
 * end
 */
export async function fillDatabase(
  deps: Deps,
  wanted: Wanted,
  load: (client: pg.Client, tables: OrderedTable[]) => Promise<void>,
): Promise<void> {
  await withLoadingRole(deps, async (client) => {
    await requireEmpty(client)
    const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: poolOf(client) }) })
    await db.transaction().execute(async (tx) => {
      await createJobQueue(client)
      await migrate(tx, deps.log, await onlyMigrations(wanted.shape.migrations, deps.migrations))
      for (const day of wanted.shape.statisticsDays) await createPartition(client, day)
      const tables = await requireShape(client, wanted.shape)
      const putBack = await suspendRules(client, tables)
      await load(client, tables)
      await refuseDemo(tx)
      await putBack()
      await requirePlainQueues(client)
      await setSequences(client, wanted.sequences)
      await requireRows(client, tables, wanted.tables)
      await requireShape(client, wanted.shape) // of the rows that name migrations and version
    })
    // Everything is committed: a failure from here on must not look like a failed restore.
    await execute(client, 'analyze').catch((error: unknown) => {
      deps.log.warn(
        { event: 'restore.not_analyzed', err: error },
        'run `analyze` in the database: queries are slow without it',
      )
    })
  })
}

/** @throws BackupError */
async function requireEmpty(client: pg.Client): Promise<void> {
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

/** As pg-boss makes them; the new queue has those of today and tomorrow. */
async function createPartition(client: pg.Client, day: string): Promise<void> {
  const name = quoteName(`pgboss.queue_stats_${day.replaceAll('-', '')}`)
  const [from, to] = [day, addDays(day, 1)].map((date) => pg.escapeLiteral(`${date} 00:00:00+00`))
  await execute(
    client,
    `create table if not exists ${name} partition of pgboss.queue_stats for values from (${from}) to (${to})`,
  )
}

/**
 * @returns the tables of this database
 * @throws BackupError when the backup has others
 */
async function requireShape(client: pg.Client, wanted: DatabaseShape): Promise<OrderedTable[]> {
  const { shape, tables } = await readShape(client)
  if (shape.jobQueue !== wanted.jobQueue)
    throw new BackupError(
      `its job queue has version ${wanted.jobQueue}, and this release has ${shape.jobQueue}: restore it with the release that made it, then start this one`,
    )
  if (!isDeepStrictEqual(shape.migrations, wanted.migrations))
    throw new BackupError('this release cannot make a database with its migrations')
  for (let at = 0; at < Math.max(shape.tables.length, wanted.tables.length); at += 1)
    if (!isDeepStrictEqual(shape.tables[at], wanted.tables[at]))
      throw new BackupError(
        `this release does not make the table ${(wanted.tables[at] ?? shape.tables[at])?.name} as it is in the backup`,
      )
  return tables
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
  tables: OrderedTable[],
): Promise<() => Promise<void>> {
  const { rows: keys } = await execute<{ table: string; name: string; definition: string }>(
    client,
    FOREIGN_KEYS,
    [SCHEMAS],
  )
  const names = tables.map(({ name }) => quoteName(name))
  for (const { table, name } of keys)
    await execute(client, `alter table ${table} drop constraint ${name}`)
  for (const name of names) await execute(client, `alter table ${name} disable trigger user`)
  await execute(client, `truncate ${names.join(', ')}`)
  return async () => {
    for (const name of names) await execute(client, `alter table ${name} enable trigger user`)
    for (const { table, name, definition } of keys)
      await execute(client, `alter table ${table} add constraint ${name} ${definition}`)
  }
}

/** pg-boss builds statements out of these texts of its queues. */
const ODD_QUEUE = `
  select from pgboss.queue where partition or table_name <> 'job_common' or policy !~ '^\\w+$'
    or name !~ '^[\\w./-]+$' or dead_letter !~ '^[\\w./-]+$' limit 1`

/** @throws BackupError */
async function requirePlainQueues(client: pg.Client): Promise<void> {
  const { rowCount } = await execute(client, ODD_QUEUE)
  if (rowCount) throw new BackupError('the rows of pgboss.queue name what is no queue')
}

/** @throws BackupError when the backup names others than the database has */
async function setSequences(client: pg.Client, wanted: Sequence[]): Promise<void> {
  const own = (await readSequences(client)).map(({ name }) => name)
  const names = wanted.map(({ name }) => name)
  if (!isDeepStrictEqual(own, names)) throw new BackupError('its sequences are not of this release')
  for (const { name, value, isCalled } of wanted)
    await execute(client, 'select setval($1::regclass, $2::bigint, $3)', [
      quoteName(name),
      value,
      isCalled,
    ])
}

/**
 * Reads everything back.
 * @throws BackupError
 */
async function requireRows(
  client: pg.Client,
  tables: OrderedTable[],
  wanted: TableDigest[],
): Promise<void> {
  const byName = new Map(wanted.map((digest) => [digest.name, digest]))
  for (const table of tables) {
    const found = await digestTable(client, table)
    if (!isDeepStrictEqual(found, byName.get(table.name)))
      throw new BackupError(
        `the rows of ${table.name} differ from the original: ${describe(found)}`,
      )
  }
}

const describe = ({ rows, sha256 }: TableDigest): string =>
  `${rows} rows, SHA-256 ${sha256.slice(0, 12)}…`
