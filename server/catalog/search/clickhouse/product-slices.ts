import type { ProductSlice, Range, StoreQuery } from '#server/catalog/search/search.ts'
import type { ClickHouse } from './clickhouse.ts'
import { createParams, storeConditions } from './store-conditions.ts'

/** `stores` = the name of their table. */
type SliceSource = { clickHouse: ClickHouse; stores: string; query: StoreQuery }

/** Equal spans of time are added up first, so that only the stores around the page are sorted. */
const BUCKETS = 4_096

export async function findSlices(source: SliceSource, { offset, size }: Range): Promise<ProductSlice[]> {
  const { clickHouse, query, stores } = source
  const params = createParams()
  const where = `${storeConditions(query, params)} and listed_products > 0`
  const buckets = await clickHouse.select(
    `with (select (min(found_at), max(found_at)) from ${stores} where ${where}) as ends
    select intDiv(found_at - ends.1, intDiv(ends.2 - ends.1, ${BUCKETS}) + 1) as bucket, min(found_at), max(found_at), sum(listed_products)
    from ${stores} where ${where} group by bucket order by bucket desc`,
    params.values,
  )
  const span = bucketsAround(
    buckets.map((row) => row.map(Number)),
    offset,
    offset + size,
  )
  if (!span) return []
  const rows = await clickHouse.select(
    `select id, listed_products from ${stores}
    where ${where} and found_at between ${params.add(span.from, 'Int64')} and ${params.add(span.to, 'Int64')}
    order by found_at desc, id desc`,
    params.values,
  )
  return slicesOf(rows, { from: offset - span.before, to: offset + size - span.before })
}

/** The times around the products from `from` (inclusive) to `to` (exclusive); `before` = products of later stores. */
function bucketsAround(buckets: readonly number[][], from: number, to: number) {
  let sum = 0
  const around: { earliest: number; latest: number; before: number }[] = []
  for (const [, earliest = 0, latest = 0, products = 0] of buckets) {
    if (sum < to && sum + products > from) around.push({ earliest, latest, before: sum })
    sum += products
  }
  const [first, last] = [around[0], around.at(-1)]
  return first && last && { from: last.earliest, to: first.latest, before: first.before }
}

function slicesOf(rows: readonly unknown[][], { from, to }: { from: number; to: number }): ProductSlice[] {
  const slices: ProductSlice[] = []
  let start = 0
  for (const [id, listed] of rows) {
    const end = start + Number(listed)
    const [skip, until] = [Math.max(from, start), Math.min(to, end)]
    if (until > skip) slices.push({ storeId: Number(id), skip: skip - start, take: until - skip })
    start = end
    if (start >= to) break
  }
  return slices
}
