import { isDeepStrictEqual } from 'node:util'
import { type StoreId, toStoreId } from '#contracts/ids.ts'
import type {
  FindOptions,
  FirstPage,
  ReadScores,
  StoreDay,
  StoreMatch,
  StoreOrder,
  StoreQuery,
  StoreSearch,
  StoreSums,
  ProductSlice,
  Range,
} from '#server/catalog/search/search.ts'
import { BUCKETS, bucketsAround, sliceProducts } from '#server/catalog/search/product-slices.ts'
import { dayAt } from '#server/catalog/search/store-readings.ts'
import { askAbout, ITEMS_PER_BATCH } from './clickhouse.ts'
import { createMarkLoader, type EngineDeps } from './marks.ts'
import { createMatchCache, type Serving } from './serving-state.ts'
import { createParams, type Params } from './params.ts'
import { scoreExpressions } from './score-expressions.ts'
import { storeConditions } from './store-conditions.ts'
import { createLabelReader, type ReadLabels, countFacets } from './store-facets.ts'
import {
  createEndsReader,
  orderBy,
  pageAfter,
  pageByNumber,
  type PageSource,
  readFirstPage,
  sortsAllRows,
} from './store-pages.ts'
import { type TableName, tableName } from './tables.ts'

export function createStoreSearch({
  clickHouse,
  database,
  state,
  loadMarks = createMarkLoader({ clickHouse, database }),
}: EngineDeps): StoreSearch {
  const readEnds = createEndsReader(clickHouse)
  const readLabels = createLabelReader(clickHouse)
  const open = async (asked: StoreQuery, serving: Serving, { first }: FindOptions = {}) => {
    const nameOf = (table: TableName) => tableName(database, serving.generation, table)
    const tables = { stores: nameOf('stores'), labels: nameOf('labels') }
    const query = await loadMarks(asked, serving.generation)
    return findMatch({ clickHouse, ...tables, serving, query, readEnds, readLabels }, first)
  }
  return {
    find: createMatchCache(state, open),
    async evaluate(asked, ids) {
      const { generation } = await state.current()
      const query = await loadMarks(asked, generation)
      return selectAmong(
        { clickHouse, query, stores: tableName(database, generation, 'stores') },
        ids,
      )
    },
    async scores(scoring, ids) {
      const { generation } = await state.current()
      const stores = tableName(database, generation, 'stores')
      return scoresIn({ clickHouse, stores })(scoring, ids)
    },
    changeToken: async () => (await state.current()).token,
  }
}

type Source = PageSource & { labels: string; readLabels: ReadLabels }

async function findMatch(source: Source, first?: FirstPage): Promise<StoreMatch> {
  const { stores, labels, serving, query } = source
  const begun =
    first && sortsAllRows(first.order)
      ? await readFirstPage(source, first.order, first.range)
      : null
  const total = begun?.total ?? (await countStores(source))
  return {
    total,
    asOf: serving.asOf,
    page: async (order, range) =>
      begun && isDeepStrictEqual(first, { order, range })
        ? begun.page
        : pageByNumber(source, total, order, range),
    after: async (order, cursor, size) => pageAfter(source, order, cursor, size),
    ids: (order, limit) => idsInOrder(source, order, limit),
    among: (ids) => selectAmong(source, ids),
    scores: scoresIn(source),
    facets: (keys, options) => countFacets(source, { stores, labels }, query, { ...options, keys }),
    days: readOnce(() => countDays(source)),
    sums: readOnce(() => addUp(source)),
    products: (range) => findSlices(source, range),
    firstProducts: (limit) => firstSlices(source, limit),
  }
}

/** A failed answer is read again: the match stays in use until the next change. */
function readOnce<Answer>(read: () => Promise<Answer>): () => Promise<Answer> {
  let known: Promise<Answer> | undefined
  return () =>
    (known ??= read().catch((error: unknown) => {
      known = undefined
      throw error
    }))
}

type StoresSource = Pick<Source, 'clickHouse' | 'query' | 'stores'>

function about(
  { query, stores }: StoresSource,
  columns: string,
  rest: (params: Params) => string = () => '',
) {
  const params = createParams()
  const where = storeConditions(query, params)
  const statement = `select ${columns} from ${stores} where ${where} ${rest(params)}`
  return [statement, params.values] as const
}

async function selectAmong(
  { clickHouse, query, stores }: StoresSource,
  ids: readonly StoreId[],
): Promise<ReadonlySet<StoreId>> {
  const params = createParams()
  const rows = await clickHouse.select(
    `select id from ${stores} where (${params.isAmong('id', ids)}) and ${storeConditions(query, params)} order by id`,
    params.values,
  )
  return new Set(rows.map(([id]) => toStoreId(id)))
}

const scoresIn =
  ({ clickHouse, stores }: Pick<StoresSource, 'clickHouse' | 'stores'>): ReadScores =>
  async (scoring, ids) => {
    const params = createParams()
    const { points, known } = scoreExpressions(scoring, params)
    const rows = await clickHouse.select(
      `select id, ${points}, ${known} from ${stores} where ${params.isAmong('id', ids)}`,
      params.values,
    )
    return new Map(
      rows.map(([id, ...sums]) => {
        const [points = 0, known = 0] = sums.map(Number)
        return [toStoreId(id), { points, known }]
      }),
    )
  }

async function countStores(source: Source): Promise<number> {
  const [[total] = [0]] = await source.clickHouse.select(...about(source, 'count()'))
  return Number(total)
}

async function addUp(source: Source): Promise<StoreSums> {
  const statement = about(source, 'sum(has_email), sum(listed_products)')
  const [row = []] = await askAbout(source.clickHouse, 'stores', source.query.days).select(
    ...statement,
  )
  const [leads = 0, listedProducts = 0] = row.map(Number)
  return { leads, listedProducts }
}

/** One statement, so that changes meanwhile neither skip nor repeat a store. */
async function* idsInOrder(
  source: Source,
  order: StoreOrder,
  limit: number,
): AsyncGenerator<StoreId[]> {
  const inOrder = (params: Params) => `order by ${orderBy(order, params)} limit ${limit}`
  const statement = about(source, 'id', inOrder)
  const ids = await source.clickHouse.long.stores.selectNumbers(...statement)
  for (let at = 0; at < ids.length; at += ITEMS_PER_BATCH)
    yield Array.from(ids.subarray(at, at + ITEMS_PER_BATCH), toStoreId)
}

async function countDays(source: Source): Promise<StoreDay[]> {
  const columns = 'found_day, count(), sum(has_email)'
  const statement = about(source, columns, () => 'group by found_day order by found_day')
  const rows = await askAbout(source.clickHouse, 'stores', source.query.days).select(...statement)
  return rows.map((row) => {
    const [day = 0, stores = 0, leads = 0] = row.map(Number)
    return { day: dayAt(day), stores, leads }
  })
}

async function findSlices(source: StoresSource, { offset, size }: Range): Promise<ProductSlice[]> {
  const { clickHouse, query, stores } = source
  const params = createParams()
  const where = `${storeConditions(query, params)} and listed_products > 0`
  const rows = await askAbout(clickHouse, 'stores', query.days).select(
    `with (select (min(found_at), max(found_at)) from ${stores} where ${where}) as ends
    select intDiv(found_at - ends.1, intDiv(ends.2 - ends.1, ${BUCKETS}) + 1) as bucket, min(found_at), max(found_at), sum(listed_products)
    from ${stores} where ${where} group by bucket order by bucket desc`,
    params.values,
  )
  const buckets = rows.map((row) => row.map(Number))
  const sums = buckets.map(([, , , products = 0]) => products)
  const around = bucketsAround(sums, { from: offset, to: offset + size })
  if (!around) return []
  const { first, last, before } = around
  const [earliest, latest] = [buckets[last]?.[1], buckets[first]?.[2]]
  const found = await clickHouse.select(
    `select id, listed_products from ${stores}
    where ${where} and found_at between ${params.add(earliest, 'Int64')} and ${params.add(latest, 'Int64')}
    order by found_at desc, id desc`,
    params.values,
  )
  return sliceProducts(
    found.map(([id, listed]) => ({ storeId: toStoreId(id), listed: Number(listed) })),
    { from: offset - before, to: offset + size - before },
  )
}

/**
 * One statement, as `idsInOrder`. All products of a store are one slice, so that changes of the
 * store do not shift a second one either.
 */
async function* firstSlices(source: StoresSource, limit: number): AsyncGenerator<ProductSlice[]> {
  // Each of the stores lists at least one of the products.
  const latest = () => `and listed_products > 0 order by found_at desc, id desc limit ${limit}`
  const statement = about(source, 'id, listed_products', latest)
  const found = await source.clickHouse.long.stores.selectNumbers(...statement)
  let batch: ProductSlice[] = []
  let [left, leftInBatch] = [limit, ITEMS_PER_BATCH]
  for (let at = 0; at < found.length && left > 0; at += 2) {
    const take = Math.min(left, found[at + 1] ?? 0)
    batch.push({ storeId: toStoreId(found[at]), skip: 0, take })
    left -= take
    leftInBatch -= take
    if (leftInBatch > 0) continue
    yield batch
    batch = []
    leftInBatch = ITEMS_PER_BATCH
  }
  if (batch.length > 0) yield batch
}
