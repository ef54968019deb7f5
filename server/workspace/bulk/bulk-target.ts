import type { StoreId } from '#contracts/ids.ts'
import { readListQuery } from '#contracts/catalog/search-query.ts'
import { MAX_BULK_ROWS, type StoreTarget } from '#contracts/workspace/bulk.ts'
import {
  type CatalogRequest,
  prepareStoreQuery,
  type StoreMatch,
  type StoreOrder,
} from '#server/catalog/api.ts'
import { AppError, invalidRequest } from '#server/platform/errors.ts'

const ANY_ORDER: StoreOrder = { sortBy: 'foundAt', direction: 'desc' }

/**
 * Each store once, in ascending order, as transactions lock them.
 * @throws AppError `too_many_rows`, `invalid_request`
 */
export async function findTargets(ctx: CatalogRequest, target: StoreTarget): Promise<StoreId[]> {
  if ('storeIds' in target) return inOrder(target.storeIds)
  const match = await findListed(ctx, target)
  const but = new Set(target.except)
  const ids: StoreId[] = []
  for await (const batch of match.ids(ANY_ORDER, MAX_BULK_ROWS + but.size + 1))
    ids.push(...batch.filter((id) => !but.has(id)))
  if (ids.length > MAX_BULK_ROWS) throw new AppError('too_many_rows')
  return inOrder(ids)
}

const inOrder = (ids: readonly StoreId[]): StoreId[] => [...new Set(ids)].toSorted((a, b) => a - b)

/** The stores that the list shows to the account, by the same rules. */
function findListed(
  ctx: CatalogRequest,
  { query, found }: Extract<StoreTarget, { query: string }>,
): Promise<StoreMatch> {
  const reading = readListQuery(query)
  if (reading.kind === 'refused') throw invalidRequest('query')
  return prepareStoreQuery(ctx, { ...reading.fields, ...found }, { recordsVisit: false }).then(
    ctx.storeSearch.find,
  )
}
