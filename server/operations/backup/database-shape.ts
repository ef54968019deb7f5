import { Socket } from 'node:net'
import pg from 'pg'
import { BackupError, messageOf } from './backup-error.ts'
import { DatabaseShape, Sequence } from './manifest.ts'

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

// Partitions are read through their parent tables.
const TABLES = `
  select format('%I.%I', n.nspname, c.relname) as name,
    array(select quote_ident(a.attname) from pg_attribute a
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns,
    array(select quote_ident(a.attname) || case when a.attcollation <> 0 then ' collate "C"' else '' end
      from pg_index i cross join unnest(i.indkey::int2[]) with ordinality as key (attnum, place)
        join pg_attribute a on a.attrelid = c.oid and a.attnum = key.attnum
      where i.indrelid = c.oid and i.indisprimary order by place) as "order"
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = any($1) and c.relkind in ('r', 'p') and not c.relispartition
    and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
  order by n.nspname collate "C", c.relname collate "C"`

const PARTITIONS = `
  select format('%I.%I', n.nspname, c.relname) as name, format('%I.%I', pn.nspname, p.relname) as parent,
    pg_get_expr(c.relpartbound, c.oid) as bound
  from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_inherits i on i.inhrelid = c.oid
    join pg_class p on p.oid = i.inhparent join pg_namespace pn on pn.oid = p.relnamespace
  where n.nspname = any($1) and c.relispartition and c.relkind = 'r'
  order by n.nspname collate "C", c.relname collate "C"`

export async function readTables(client: pg.Client): Promise<DatabaseShape['tables']> {
  const { rows } = await client.query<DatabaseShape['tables'][number]>(TABLES, [SCHEMAS])
  const unordered = rows.find(({ order }) => order.length === 0)
  if (unordered) throw new Error(`the table ${unordered.name} has no primary key`)
  return rows
}

/** @throws BackupError for a database without the product's tables */
export async function readShape(client: pg.Client): Promise<DatabaseShape> {
  const tables = await readTables(client)
  if (!tables.some(({ name }) => name === 'pgboss.version'))
    throw new BackupError('the database is empty: the product has never started on it')
  const migrations = await client.query<{ name: string }>(
    'select name from kysely_migration order by name collate "C"',
  )
  const jobQueue = await client.query<{ version: number }>('select version from pgboss.version')
  const partitions = await client.query(PARTITIONS, [SCHEMAS])
  return DatabaseShape.parse({
    migrations: migrations.rows.map(({ name }) => name),
    jobQueue: jobQueue.rows[0]?.version,
    tables,
    partitions: partitions.rows,
  })
}

/** Sequences take no part in snapshots: read after one, they are at or beyond its rows. */
export async function readSequences(client: pg.Client): Promise<Sequence[]> {
  const { rows } = await client.query<{ name: string }>(
    `select format('%I.%I', schemaname, sequencename) as name from pg_sequences where schemaname = any($1)
     order by schemaname collate "C", sequencename collate "C"`,
    [SCHEMAS],
  )
  const sequences: Sequence[] = []
  for (const { name } of rows) {
    const found = await client.query(
      `select last_value::text as value, is_called as "isCalled" from ${name}`,
    )
    sequences.push(Sequence.parse({ name, ...found.rows[0] }))
  }
  return sequences
}
