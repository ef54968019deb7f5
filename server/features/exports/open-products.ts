import type { ExportRequest } from '#contracts/exports.ts'
import { findProductView, type ProductKey } from '#server/features/products/find-product-view.ts'
import type { RequestContext } from '#server/route.ts'
import type { Cell } from './cell.ts'
import type { OpenList } from './open-list.ts'
import { isProductColumn, productColumns } from './product-columns.ts'
import { keysInOrder, readInBatches } from './read-in-batches.ts'
import { readProducts, textOfKey } from './read-products.ts'

type Request = Extract<ExportRequest, { view: 'products' }>

export async function openProducts(ctx: RequestContext, { query, columns }: Request): Promise<OpenList> {
  const { total, keys } = await findProductView(ctx, query)
  const cells = columns.filter(isProductColumn).map((key) => productColumns[key])
  const read = async (some: ProductKey[]): Promise<Cell[][]> => {
    const products = await readProducts(ctx, some)
    return some.flatMap(({ storeId, productId }) => {
      const product = products.get(textOfKey(storeId, productId))
      return product ? [cells.map((cell) => cell(product))] : []
    })
  }
  return { total, read: (limit) => readInBatches(keysInOrder(Math.min(limit, total), keys), read) }
}
