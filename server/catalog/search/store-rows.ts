import { compileFunction } from 'node:vm'
import { sql } from 'kysely'
import type { StoreId } from '#contracts/ids.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { day, has, moment, nameOf, type Reading, type RowOf, sqlOf } from './store-readings.ts'
import { storeValues } from './store-values.ts'

/** What engines read of a store beside the values of its filters. */
const ownReadings = [
  'id',
  'launch_status',
  'name',
  'listed_products',
  day('found_day'),
  moment('found_at'),
  // When it became visible or, if that was later, when it opened: both are news to a reader.
  moment('visible_at', 'greatest("visible_at", "opened_at")'),
  has('email'),
] as const satisfies readonly Reading[]

type Read =
  | (typeof ownReadings)[number]
  | (typeof storeValues)[keyof typeof storeValues]['reads'][number]

/**
 * What search engines read of a store. Moments are in ms, days in days since 1970; JSON carries
 * both without loss.
 */
export type IndexedStore = RowOf<Read>

const readings: ReadonlyMap<string, string> = new Map(
  [...ownReadings, ...Object.values(storeValues).flatMap<Reading>(({ reads }) => reads)].map(
    (one) => [nameOf(one), sqlOf(one)],
  ),
)
export const names: readonly string[] = [...readings.keys()]

const STORES_PER_READ = 5_000

export async function countStores(db: Db): Promise<number> {
  const { rows } = await sql<{
    count: number
  }>`select count(*)::integer as count from stores`.execute(db)
  return rows[0]?.count ?? 0
}

/**
 * By id, from the first after `afterId`. The database reads on while the caller works. Each is
 * parsed when due: a thousand at once would outlive several young collections, a quarter of a
 * load's time.
 */
export async function* readAllStores(
  db: Db,
  afterId = 0,
  perRead = STORES_PER_READ,
): AsyncGenerator<Iterable<IndexedStore>> {
  let next = readText(db, sql`id > ${afterId}`, perRead)
  while (true) {
    const { last, stores } = await next
    if (last === null) return
    next = readText(db, sql`id > ${last}`, perRead)
    // It is awaited above; until then a failure must not count as unhandled.
    next.catch(() => {})
    yield parseStores(stores)
  }
}

/** A deleted store is missing. */
export const readStores = async (db: Db, ids: readonly StoreId[]): Promise<IndexedStore[]> =>
  ids.length === 0
    ? []
    : [...parseStores((await readText(db, sql`id = any(${ids}::bigint[])`, ids.length)).stores)]

type StoresText = { last: number | null; stores: string | null }

/**
 * As one text with a JSON array on each line: decoding rows, arrays and times column by column
 * would take two thirds of the time in which an engine loads its stores.
 */
async function readText(db: Db, where: ReturnType<typeof sql>, limit: number): Promise<StoresText> {
  const { rows } = await sql<StoresText>`
    select max(id) as last, string_agg(json_build_array(${sql.raw([...readings.values()].join(', '))})::text, e'\\n') as stores
    from (select * from stores where ${where} order by id limit ${limit}) as stores`.execute(db)
  return rows[0] ?? { last: null, stores: null }
}

function* parseStores(text: string | null): Generator<IndexedStore> {
  if (text === null) return
  let from = 0
  while (from < text.length) {
    const end = text.indexOf('\n', from)
    const to = end < 0 ? text.length : end
    // Safe: the statement above builds each array in the order of the names.
    yield toStore(JSON.parse(text.slice(from, to)) as unknown[])
    from = to + 1
  }
}

/**
 * A store from its values, in the order of the names. It is compiled because a literal is many
 * times faster than an object that gets its keys one by one.
 */
// Safe: the database built each value by the expression of its name.
export const toStore = compileFunction(
  `return { ${names.map((name, at) => `${name}: row[${at}]`).join(', ')} }`,
  ['row'],
) as (row: readonly unknown[]) => IndexedStore
