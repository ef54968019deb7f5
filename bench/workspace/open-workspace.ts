import type pg from 'pg'
import { withClient } from '#testing/database-client.ts'
import { fillDatabase } from '#testing/test-database.ts'
import { fillProducts, fillTrends } from './fill-products.ts'
import { fillRest } from './fill-rest.ts'
import { createTools, fillStores, pickStores } from './fill-stores.ts'
import { type KeptPostgres, openKeptPostgres } from './kept-postgres.ts'
import type { WorkspaceSize } from './workspace-size.ts'

export type Workspace = AsyncDisposable & { url: string; postgres: KeptPostgres }

type Say = (line: string) => void

/**
 * The filled database: newly created, or kept from a run of the same size. An interrupted filling
 * starts over.
 */
export async function openWorkspace(
  folder: string,
  size: WorkspaceSize,
  say: Say,
): Promise<Workspace> {
  const postgres = await openKeptPostgres(folder)
  try {
    const url = postgres.urlOf(nameOf(size))
    if (await isFilled(postgres, size)) {
      say(`using the kept database ${nameOf(size)}`)
      await withClient(url, forgetRun)
    } else await makeDatabase(postgres, size, say)
    await fillDatabase(url)
    return { url, postgres, [Symbol.asyncDispose]: () => postgres[Symbol.asyncDispose]() }
  } catch (error) {
    await postgres[Symbol.asyncDispose]()
    throw error
  }
}

const nameOf = ({ stores, products, days, lastDay, seed }: WorkspaceSize) =>
  `workspace_${stores}_${products}_${days}_${lastDay.replaceAll('-', '')}_${seed}`

async function isFilled(postgres: KeptPostgres, size: WorkspaceSize): Promise<boolean> {
  return withClient(postgres.urlOf('postgres'), async (client) => {
    const name = nameOf(size)
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name])
    return Boolean(rowCount) && withClient(postgres.urlOf(name), hasMark)
  })
}

const hasMark = async (client: pg.Client): Promise<boolean> =>
  Boolean(
    (
      await client.query(
        `select 1 from pg_tables where schemaname = 'bench' and tablename = 'done'`,
      )
    ).rowCount,
  )

/**
 * Deletes the previous run's state: its secret was in a deleted folder, and its accounts may have
 * used up their hourly quota.
 */
const forgetRun = (client: pg.Client) =>
  client.query(`delete from system_state where key = 'app_secret'; delete from request_limits`)

async function makeDatabase(postgres: KeptPostgres, size: WorkspaceSize, say: Say): Promise<void> {
  const name = nameOf(size)
  await withClient(postgres.urlOf('postgres'), async (client) => {
    await client.query(`drop database if exists ${name} with (force)`)
    await client.query(`create database ${name}`)
  })
  await fillDatabase(postgres.urlOf(name))
  await withClient(postgres.urlOf(name), (client) => fill(client, size, say))
}

async function fill(client: pg.Client, size: WorkspaceSize, say: Say): Promise<void> {
  const startedAt = performance.now()
  const tell: Say = (line) =>
    say(`${((performance.now() - startedAt) / 1000).toFixed(0).padStart(5)} s  ${line}`)
  // No process follows the changes during the filling, so every store may have transaction 0.
  await client.query(
    `set session_replication_role = replica; set jit = off; set work_mem = '256MB'`,
  )
  const indexes = await dropIndexes(client)
  await createTools(client, size)
  await pickStores(client, size)
  tell('stores are drawn')
  await fillTrends(client)
  tell('trends are written')
  await fillStores(client, size, tell)
  await fillProducts(client, size, tell)
  await fillRest(client, size)
  for (const { name, definition } of indexes) {
    await client.query(definition)
    tell(`index ${name}`)
  }
  await client.query('drop table bench.picks')
  await client.query('vacuum (analyze)')
  for (const line of await sizesOf(client, size)) tell(line)
  await client.query('create table bench.done ()')
  tell('filled')
}

const LISTED_TABLES = 8

/**
 * What the tables take on disk with their indexes; trends depend on the days, not on the stores.
 */
async function sizesOf(client: pg.Client, { stores }: WorkspaceSize): Promise<string[]> {
  const { rows } = await client.query<{ name: string; bytes: string; indexes: string }>(
    `select relname as name, pg_total_relation_size(oid) as bytes, pg_indexes_size(oid) as indexes from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace order by 2 desc`,
  )
  const megabytes = (bytes: number | string) => `${(Number(bytes) / 1e6).toFixed(0)} MB`
  const growing = rows.filter(({ name }) => name === 'stores' || name === 'products')
  const total = growing.reduce((sum, { bytes }) => sum + Number(bytes), 0)
  return [
    ...rows
      .slice(0, LISTED_TABLES)
      .map(
        ({ name, bytes, indexes }) =>
          `${name} ${megabytes(bytes)}, of which indexes ${megabytes(indexes)}`,
      ),
    `stores and products: ${megabytes((total / stores) * 100_000)} for each 100,000 stores`,
  ]
}

/** Building indexes once over all rows takes a third of the time. */
async function dropIndexes(client: pg.Client): Promise<{ name: string; definition: string }[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition from pg_index i
    where i.indrelid in ('stores'::regclass, 'products'::regclass, 'product_trends'::regclass) and not i.indisunique order by 1`,
  )
  for (const { name } of rows) await client.query(`drop index ${name}`)
  return rows
}
