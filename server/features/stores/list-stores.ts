import { daysOf } from '#contracts/dates.ts'
import type { QueryOf, ResponseOf } from '#contracts/endpoint.ts'
import type { listStores as endpoint } from '#contracts/stores.ts'
import type { Db } from '#server/context.ts'
import { requirePaid, type RequestContext } from '#server/route.ts'
import { type FoundFilter, foundStores } from './found-stores.ts'
import { presentSummary, summaryColumns } from './present-summary.ts'
import { readCursor, writeCursor } from './store-cursor.ts'
import { comesAfter, type Direction, orderOf, sortText } from './store-sort.ts'

type Query = QueryOf<typeof endpoint>

/** One page by number, or the rows after `cursor`; the cursor holds while stores are added. */
export async function listStores(ctx: RequestContext, query: Query): Promise<ResponseOf<typeof endpoint>> {
  requirePaid(ctx)
  const filter: FoundFilter = { days: daysOf(query), launchStatus: query.launchStatus }
  const order = { sortBy: query.sortBy, direction: directionOf(query) }
  const [totalElements, rows] = await Promise.all([
    countStores(ctx.db, filter),
    readRows(ctx.db, filter, query),
  ])
  const shown = rows.slice(0, query.size)
  const last = rows.length > query.size ? shown.at(-1) : undefined
  return {
    content: shown.map((row) => presentSummary(row, ctx.pictureAddresses)),
    page: query.page,
    size: query.size,
    totalElements,
    totalPages: Math.ceil(totalElements / query.size),
    nextCursor: last ? writeCursor(order, { value: last.sort_value, id: last.id }) : null,
  }
}

const directionOf = ({ sortDirection }: Query): Direction =>
  sortDirection.toUpperCase() === 'ASC' ? 'asc' : 'desc'

async function countStores(db: Db, filter: FoundFilter): Promise<number> {
  const { total } = await foundStores(db, filter)
    .select((on) => on.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}

/** One row more than the page holds, to know whether there is a next one. */
async function readRows(db: Db, filter: FoundFilter, query: Query) {
  const { sortBy, size, page, cursor } = query
  const direction = directionOf(query)
  const rows = foundStores(db, filter)
    .select(summaryColumns)
    .select(sortText(sortBy).as('sort_value'))
    .orderBy(orderOf(sortBy, direction))
    .limit(size + 1)
  if (cursor === undefined) return rows.offset(page * size).execute()
  return rows.where(comesAfter(sortBy, direction, readCursor(cursor, { sortBy, direction }))).execute()
}
