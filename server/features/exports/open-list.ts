import type { ExportRequest } from '#contracts/exports.ts'
import type { RequestContext } from '#server/route.ts'
import type { Cell } from './cell.ts'
import { openProducts } from './open-products.ts'
import { openSavedProducts } from './open-saved-products.ts'
import { openSavedStores } from './open-saved-stores.ts'
import { openStores } from './open-stores.ts'

/** A list at one moment: its number of rows, and the first `limit` of them, read on demand. */
export type OpenList = { total: number; read: (limit: number) => AsyncIterable<Cell[][]> }

/** The same rows in the same order as the list itself shows for the query. */
export function openList(ctx: RequestContext, request: ExportRequest): Promise<OpenList> {
  switch (request.view) {
    case 'stores':
    case 'leads':
      return openStores(ctx, request)
    case 'products':
      return openProducts(ctx, request)
    case 'savedStores':
      return openSavedStores(ctx, request)
    case 'savedProducts':
      return openSavedProducts(ctx, request)
    default:
      return request satisfies never
  }
}
