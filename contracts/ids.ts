import * as z from 'zod/mini'

export const UserId = z.uuid().brand<'UserId'>()
export type UserId = z.infer<typeof UserId>

export const StoreId = z.int().check(z.minimum(1)).brand<'StoreId'>()
export type StoreId = z.infer<typeof StoreId>

/** Identifies one product across all stores that list it. */
export const ClusterId = z.int().check(z.minimum(1)).brand<'ClusterId'>()
export type ClusterId = z.infer<typeof ClusterId>

// For values that a parser, a table of ours or a random generator has just produced; nothing is
// checked.
export const toUserId = (id: string): UserId => id as UserId
export const toStoreId = (id: unknown): StoreId => Number(id) as StoreId
export const toClusterId = (id: unknown): ClusterId => Number(id) as ClusterId

/** Identifies a store's listing of a product: `<store id>-<platform product id>`. */
export const ProductId = z.string().check(z.regex(/^\d{1,16}-\d{1,20}$/))

/** Null for numbers that no row can have. */
export function parseProductId(id: string): { storeId: StoreId; productId: number } | null {
  const [storeId, productId] = id.split('-').map(Number)
  return Number.isSafeInteger(storeId) && Number.isSafeInteger(productId)
    ? { storeId: toStoreId(storeId), productId: Number(productId) }
    : null
}
