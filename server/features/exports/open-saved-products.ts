import type { ExportRequest } from '#contracts/exports.ts'
import { spellingsOf } from '#server/features/saved/read-tags.ts'
import { isAskedFor, orderOf, productList } from '#server/features/saved/saved-filter.ts'
import { requirePaid, type RequestContext } from '#server/route.ts'
import { type Cell, type Column, moment } from './cell.ts'
import type { OpenList } from './open-list.ts'
import { isProductColumn, productColumns } from './product-columns.ts'
import { allAtOnce, readInBatches } from './read-in-batches.ts'
import { type ExportedProduct, readProducts, textOfKey } from './read-products.ts'
import { isSavedColumn, keptColumns, type KeptRow, savedColumns } from './saved-columns.ts'

type Request = Extract<ExportRequest, { view: 'savedProducts' }>
type Saved = ExportedProduct & { kept: KeptRow }
type SavedKey = { id: number; storeId: number; productId: number; day: null }

/** The products saved when the file was started, including those that their store no longer lists. */
export async function openSavedProducts(ctx: RequestContext, { query, columns }: Request): Promise<OpenList> {
  const { userId } = requirePaid(ctx)
  const spellings = await spellingsOf(ctx.db, userId, query.tag)
  const rows = await ctx.db
    .selectFrom('saved_products as saved')
    .innerJoin('products', (join) =>
      join
        .onRef('products.store_id', '=', 'saved.store_id')
        .onRef('products.product_id', '=', 'saved.product_id'),
    )
    .innerJoin('stores', 'stores.id', 'saved.store_id')
    .where(isAskedFor(productList, { userId, query, spellings }))
    .orderBy(orderOf(productList, query))
    .select(['saved.id', 'saved.store_id as storeId', 'saved.product_id as productId'])
    .execute()
  const keys: SavedKey[] = rows.map((row) => ({ ...row, day: null }))
  const read = createSavedReader(ctx, userId, columns)
  return { total: keys.length, read: (limit) => readInBatches(allAtOnce(keys.slice(0, limit)), read) }
}

function createSavedReader(ctx: RequestContext, userId: string, columns: readonly string[]) {
  const cells = columns.map(columnOf)
  return async (keys: SavedKey[]): Promise<Cell[][]> => {
    const ids = keys.map(({ id }) => id)
    const [products, kept] = await Promise.all([
      readProducts(ctx, keys),
      ctx.db
        .selectFrom('saved_products')
        .select([...keptColumns, 'id'])
        .where('user_id', '=', userId)
        .where('id', 'in', ids)
        .execute(),
    ])
    const keptById = new Map(kept.map((row) => [row.id, row]))
    return keys.flatMap(({ id, storeId, productId }) => {
      const [product, row] = [products.get(textOfKey(storeId, productId)), keptById.get(id)]
      return product && row ? [cells.map((cell) => cell({ ...product, kept: row }))] : []
    })
  }
}

function columnOf(key: string): Column<Saved> {
  if (isProductColumn(key)) return productColumns[key]
  if (isSavedColumn(key)) return ({ kept }) => savedColumns[key](kept)
  if (key === 'removedAt') return ({ product }) => moment(product.removed_at)
  throw new Error(`no column of saved products: ${key}`)
}
