import { Socket } from 'node:net'
import pg from 'pg'
import * as z from 'zod'
import { BackupError, messageOf } from './backup-error.ts'
import { DatabaseShape, Sequence, Table } from './manifest.ts'

/** The product's own tables and those of its job queue. */
export const SCHEMAS = ['public', 'pgboss']

// Text must be the same whatever the server's defaults are; a backup may take hours.
const SESSION = [
  'datestyle=ISO',
  'intervalstyle=postgres',
  'timezone=UTC',
  'extra_float_digits=1',
  'bytea_output=hex',
  'statement_timeout=0',
  'idle_in_transaction_session_timeout=0',
]

/** An interrupted COPY leaves the session unable to close cleanly. */
const END_WITHIN_MS = 1_000

/** A dedicated connection without timeouts. */
export async function openSession(url: string): Promise<pg.Client & AsyncDisposable> {
  const socket = new Socket()
  const client = new pg.Client({
    stream: () => socket,
    connectionString: url,
    options: SESSION.map((setting) => `-c ${setting}`).join(' '),
    application_name: 'storedawn backup',
    keepAlive: true,
  })
  client.on('error', () => undefined) // the query in progress rejects with it
  await client.connect().catch((error: unknown) => {
    const { host, pathname } = new URL(url)
    throw new BackupError(`PostgreSQL at ${host}${pathname} cannot be used: ${messageOf(error)}`, {
      cause: error,
    })
  })
  return Object.assign(client, {
    async [Symbol.asyncDispose]() {
      const hurry = setTimeout(() => socket.destroy(), END_WITHIN_MS)
      await client.end().catch(() => undefined)
      clearTimeout(hurry)
    },
  })
}

/** The only way from a name to SQL: `public.stores` becomes `"public"."stores"`. */
export const quoteName = (name: string): string =>
  name.split('.').map(pg.escapeIdentifier).join('.')

/** One statement, never several: the extended protocol refuses a second one. */
export function execute<Row extends pg.QueryResultRow>(
  client: pg.Client,
  text: string,
  values: unknown[] = [],
): Promise<pg.QueryResult<Row>> {
  const statement = { text, values, queryMode: 'extended' }
  return client.query(statement)
}

/** `order`: the primary key. Texts are sorted by bytes, so that every server sorts alike. */
const OrderedTable = Table.extend({
  order: z.array(z.object({ column: z.string(), isText: z.boolean() })).min(1),
})
export type OrderedTable = z.infer<typeof OrderedTable>

// Partitions are read through their parent tables.
const TABLES = `
  select n.nspname || '.' || c.relname as name,
    array(select a.attname::text from pg_attribute a
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns,
    array(select jsonb_build_object('column', a.attname, 'isText', a.attcollation <> 0)
      from pg_index i cross join unnest(i.indkey::int2[]) with ordinality as key (attnum, place)
        join pg_attribute a on a.attrelid = c.oid and a.attnum = key.attnum
      where i.indrelid = c.oid and i.indisprimary order by place) as "order"
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = any($1) and c.relkind in ('r', 'p') and not c.relispartition
    and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
  order by n.nspname collate "C", c.relname collate "C"`

/** Of the database itself; the tables that a backup names are only compared with them. */
export async function readTables(client: pg.Client): Promise<OrderedTable[]> {
  const { rows } = await execute(client, TABLES, [SCHEMAS])
  return z.array(OrderedTable).parse(rows)
}

const PARTITIONS = `
  select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = any($1) and c.relispartition and c.relkind = 'r' order by c.relname collate "C"`

/** Our queues have no separate partitions: pg-boss makes these two kinds alone. */
const DEFAULT_PARTITION = 'job_common'
const DAY_OF_STATISTICS = /^queue_stats_(\d{4})(\d{2})(\d{2})$/

async function readStatisticsDays(client: pg.Client): Promise<string[]> {
  const { rows } = await execute<{ name: string }>(client, PARTITIONS, [SCHEMAS])
  return rows
    .filter(({ name }) => name !== DEFAULT_PARTITION)
    .map(({ name }) => {
      const [, ...date] = DAY_OF_STATISTICS.exec(name) ?? []
      if (date.length === 0) throw new Error(`the partition ${name} is not known`)
      return date.join('-')
    })
}

/** @throws BackupError for a database without the product's tables */
export async function readShape(
  client: pg.Client,
): Promise<{ shape: DatabaseShape; tables: OrderedTable[] }> {
  const tables = await readTables(client)
  if (!tables.some(({ name }) => name === 'pgboss.version'))
    throw new BackupError('the database is empty: the product has never started on it')
  const migrations = await execute<{ name: string }>(
    client,
    'select name from kysely_migration order by name collate "C"',
  )
  const jobQueue = await execute<{ version: number }>(client, 'select version from pgboss.version')
  const shape = DatabaseShape.parse({
    migrations: migrations.rows.map(({ name }) => name),
    jobQueue: jobQueue.rows[0]?.version,
    statisticsDays: await readStatisticsDays(client),
    tables: tables.map(({ name, columns }) => ({ name, columns })),
  })
  return { shape, tables }
}

/** Sequences take no part in snapshots: read after one, they are at or beyond its rows. */
export async function readSequences(client: pg.Client): Promise<Sequence[]> {
  const { rows } = await execute<{ name: string }>(
    client,
    `select schemaname || '.' || sequencename as name from pg_sequences where schemaname = any($1)
     order by schemaname collate "C", sequencename collate "C"`,
    [SCHEMAS],
  )
  const sequences: Sequence[] = []
  for (const { name } of rows) {
    const found = await execute(
      client,
      `select last_value::text as value, is_called as "isCalled" from ${quoteName(name)}`,
    )
    sequences.push(Sequence.parse({ name, ...found.rows[0] }))
  }
  return sequences
}
