import { LRUCache } from 'lru-cache'
import { DAY_MS } from '#contracts/dates.ts'
import { type StoreId, toStoreId } from '#contracts/ids.ts'
import { type PageEnd, readCursor, writeCursor } from '#server/catalog/search/cursor.ts'
import type { Range, StoreOrder, StorePage } from '#server/catalog/search/search.ts'
import { dayNumber } from '#server/catalog/search/store-readings.ts'
import type { ClickHouse } from './clickhouse.ts'
import type { MarkedQuery } from './marks.ts'
import type { Serving } from './serving-state.ts'
import { createParams, type Params } from './params.ts'
import { scoreExpressions } from './score-expressions.ts'
import { storeConditions } from './store-conditions.ts'
import { sortColumnsOf } from './tables.ts'

/** `stores` = the name of their table. */
export type PageSource = {
  clickHouse: ClickHouse
  stores: string
  query: MarkedQuery
  serving: Serving
  readEnds: ReadEnds
}

/** The least and the greatest moment of all stores, in ms; as they were within the last minute. */
type Ends = Record<'found_at' | 'visible_at', [first: number, last: number]>
type ReadEnds = (stores: string) => Promise<Ends>

const ENDS_FOR_MS = 60_000

export function createEndsReader(clickHouse: ClickHouse): ReadEnds {
  const cache = new LRUCache<string, Promise<Ends>>({ max: 2, ttl: ENDS_FOR_MS })
  return (stores) => {
    const ends = cache.get(stores) ?? readEnds(clickHouse, stores)
    cache.set(stores, ends, { noUpdateTTL: true })
    ends.catch(() => cache.delete(stores))
    return ends
  }
}

async function readEnds(clickHouse: ClickHouse, stores: string): Promise<Ends> {
  const [row = []] = await clickHouse.select(
    `select min(found_at), max(found_at), min(visible_at), max(visible_at) from ${stores}`,
  )
  const [found = 0, foundLast = 0, visible = 0, visibleLast = 0] = row.map(Number)
  return { found_at: [found, foundLast], visible_at: [visible, visibleLast] }
}

async function endsOf({ query: { days }, readEnds, stores }: PageSource, column: keyof Ends) {
  if (days && column === 'found_at')
    return [dayNumber(days.from) * DAY_MS, (dayNumber(days.to) + 1) * DAY_MS] as const
  return (await readEnds(stores))[column]
}

/** The tried span should hold this many times the rows of the page. */
const RESERVE = 4
/** A longer span would not be much cheaper than all rows. */
const MAX_SHARE = 0.25

/**
 * A page near one end of an order by time: reads only a span of time that should hold it, which
 * skips most rows. Null when the page is elsewhere, or the span turns out too short.
 */
async function pageWithin(
  source: PageSource,
  total: number,
  order: StoreOrder,
  range: Range,
): Promise<StorePage | null> {
  if (sortsAllRows(order)) return null
  const column = order.sortBy === 'foundAt' ? 'found_at' : 'visible_at'
  const needed = range.offset + range.size + 1
  const share = (needed * RESERVE) / total
  if (!(share < MAX_SHARE)) return null
  const [first, last] = await endsOf(source, column)
  const reach = Math.ceil((last - first) * share)
  const [sign, edge] = order.direction === 'desc' ? ['>=', last - reach] : ['<=', first + reach]
  const page = await readPage(source, { order, range, span: `${column} ${sign} ${edge}` })
  // A last page may be one because the span ends there.
  return page.next === null ? null : page
}

export const pageByNumber = async (
  source: PageSource,
  total: number,
  order: StoreOrder,
  range: Range,
): Promise<StorePage> =>
  (await pageWithin(source, total, order, range)) ?? readPage(source, { order, range })

export const pageAfter = (
  source: PageSource,
  order: StoreOrder,
  cursor: string,
  size: number,
): Promise<StorePage> =>
  readPage(source, { range: { offset: 0, size }, ...readCursor(cursor, order) })

type Place = { order: StoreOrder; range: Range; pageEnd?: PageEnd; span?: string }

/** One extra row shows whether there is a next page. */
function pageStatement({ query, stores }: PageSource, place: Place, params: Params): string {
  const { order, range, pageEnd, span } = place
  const conditions = [storeConditions(query, params)]
  const keys = orderKeys(order, params)
  if (pageEnd) conditions.push(comesAfter({ keys, direction: order.direction }, pageEnd, params))
  if (span) conditions.push(span)
  return `select id, ${keys.join(', ')} from ${stores} where ${conditions.join(' and ')}
    order by ${byKeys(keys, order)} limit ${range.size + 1} offset ${range.offset}`
}

async function readPage(source: PageSource, place: Place): Promise<StorePage> {
  const params = createParams()
  return toPage(
    source,
    place,
    await source.clickHouse.select(pageStatement(source, place, params), params.values),
  )
}

/** One pass instead of two. */
export async function readFirstPage(
  source: PageSource,
  order: StoreOrder,
  range: Range,
): Promise<{ total: number; page: StorePage }> {
  const params = createParams()
  const place = { order, range }
  const statement = pageStatement(source, place, params)
  const { rows, total } = await source.clickHouse.selectCounted(statement, params.values)
  return { total, page: await toPage(source, place, rows) }
}

/**
 * Sorting reads as few columns as possible, so a separate query reads the versions of the few
 * stores of a page.
 */
async function toPage(
  { clickHouse, stores, serving }: PageSource,
  { order, range }: Place,
  rows: readonly unknown[][],
): Promise<StorePage> {
  const { size } = range
  const ids = rows.slice(0, size).map(([id]) => toStoreId(id))
  const versions = new Map<StoreId, number>()
  if (ids.length > 0) {
    const params = createParams()
    const found = await clickHouse.select(
      `select id, version from ${stores} where ${params.isAmong('id', ids)}`,
      params.values,
    )
    // ClickHouse may have gone beyond the match, but the database read next includes the match's
    // changes only: under a later version its answer would stay cached as the state after a change
    // that it may lack.
    for (const [id, version] of found)
      versions.set(toStoreId(id), Math.min(Number(version), serving.position))
  }
  const last = rows.length > size ? rows[size - 1] : undefined
  return {
    // A store that was removed in between has no version any more; its row is not found later
    // either.
    stores: ids.map((id) => ({ id, version: versions.get(id) ?? 0 })),
    next: last ? writeCursor(order, pageEndOf(last)) : null,
  }
}

function pageEndOf([id, ...keys]: readonly unknown[]): PageEnd {
  return { id: Number(id), keys: keys.map((key) => (key === null ? null : Number(key))) }
}

/** What sorts the rows, first key first. */
function orderKeys({ sortBy, scoring }: StoreOrder, params: Params): string[] {
  if (sortBy !== 'score') return sortColumnsOf(sortBy)
  if (!scoring) throw new Error('an order by score names its profile')
  return [scoreExpressions(scoring, params).points]
}

/** Unknown values come last in both directions. */
const byKeys = (keys: readonly string[], { direction }: Pick<StoreOrder, 'direction'>): string =>
  [...keys.map((key) => `${key} ${direction} nulls last`), `id ${direction}`].join(', ')

export const orderBy = (order: StoreOrder, params: Params): string =>
  byKeys(orderKeys(order, params), order)

/** Key by key: after the value of `pageEnd`, or equal to it and after it by the next key. */
function comesAfter(
  { keys: columns, direction }: Pick<StoreOrder, 'direction'> & { keys: readonly string[] },
  { keys, id }: PageEnd,
  params: Params,
): string {
  const sign = direction === 'asc' ? '>' : '<'
  const condition = columns.reduceRight(
    (rest, column, at) => {
      const key = keys[at] ?? null
      if (key === null) return `isNull(${column}) and (${rest})`
      const value = params.add(key, 'Int64')
      return `isNull(${column}) or ${column} ${sign} ${value} or (${column} = ${value} and (${rest}))`
    },
    `id ${sign} ${params.add(id, 'UInt64')}`,
  )
  return `(${condition})`
}

/**
 * Near pages by time read a span of time; all others sort all rows, and may count them in the same
 * pass.
 */
export const sortsAllRows = ({ sortBy }: StoreOrder): boolean =>
  sortBy !== 'foundAt' && sortBy !== 'visibleAt'
