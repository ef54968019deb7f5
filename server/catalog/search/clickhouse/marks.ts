import { LRUCache } from 'lru-cache'
import { HOUR_MS } from '#contracts/dates.ts'
import type { StoreId } from '#contracts/ids.ts'
import type { AccountMarks, StoreQuery } from '#server/catalog/search/search.ts'
import { markKeys } from '#server/catalog/search/store-columns.ts'
import type { MarkKey } from '#server/catalog/search/store-values.ts'
import type { ClickHouse, Server } from './clickhouse.ts'
import type { ServingState } from './serving-state.ts'
import { MARKS_KEPT_HOURS, tableName } from './tables.ts'

/** The marked stores themselves, or, if there are many, under which name the table `marks` has them. */
export type MarkSource =
  | { kind: 'stores'; byValue: ReadonlyMap<string, readonly StoreId[]>; all: readonly StoreId[] }
  | { kind: 'table'; table: string; name: string }

/** A query whose marks ClickHouse can read. */
export type MarkedQuery = StoreQuery & { sources?: Partial<Record<MarkKey, MarkSource>> }
type LoadMarks = (query: StoreQuery, generation: number) => Promise<MarkedQuery>
export type EngineDeps = Server & { state: ServingState; loadMarks?: LoadMarks }

/** More would be sent with each question. */
const MAX_SENT = 1_000
const MAX_SOURCES = 500
const ROWS_PER_INSERT = 20_000
/** Written again long before its rows expire. */
const SOURCE_FOR_MS = (MARKS_KEPT_HOURS / 2) * HOUR_MS

export function createMarkLoader(server: Server): LoadMarks {
  const kept = new LRUCache<string, { revision: string; source: Promise<MarkSource> }>({
    max: MAX_SOURCES,
    ttl: SOURCE_FOR_MS,
  })
  const load = (key: MarkKey, marks: AccountMarks, generation: number): Promise<MarkSource> => {
    const name = `${generation} ${marks.account} ${key}`
    const known = kept.get(name)
    if (known?.revision === marks.revision) return known.source
    const table = tableName(server.database, generation, 'marks')
    const source = openSource(server.clickHouse, table, key, marks)
    kept.set(name, { revision: marks.revision, source })
    source.catch(() => kept.delete(name))
    return source
  }
  return async (query, generation) => {
    if (!query.marks) return query
    const sources: MarkedQuery['sources'] = {}
    for (const key of markKeys) {
      const marks = query.marks[key]
      if (marks) sources[key] = await load(key, marks, generation)
    }
    return { ...query, sources }
  }
}

async function openSource(
  clickHouse: ClickHouse,
  table: string,
  key: MarkKey,
  { account, revision, read }: AccountMarks,
): Promise<MarkSource> {
  const byValue = new Map([...(await read())].map(([value, ids]) => [value, [...ids]]))
  const pairs = [...byValue].flatMap(([value, ids]) => ids.map((id) => ({ value, id })))
  if (pairs.length <= MAX_SENT)
    return { kind: 'stores', byValue, all: [...new Set(pairs.map(({ id }) => id))] }
  const name = `${account} ${key} ${revision}`
  for (let at = 0; at < pairs.length; at += ROWS_PER_INSERT)
    await clickHouse.insert(
      table,
      pairs
        .slice(at, at + ROWS_PER_INSERT)
        .map(({ value, id }) => ({ mark: name, marked_value: value, marked_id: id })),
    )
  return { kind: 'table', table, name }
}
