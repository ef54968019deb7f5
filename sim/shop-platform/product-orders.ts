import type { ProductOrder } from './product-life.ts'
import type { ShopReference } from './shop-reference.ts'

const NONE: ReadonlyMap<number, ProductOrder> = new Map()

/** Orders, keyed by the product's number in its shop. */
export type ProductOrders = {
  of: (shop: ShopReference) => ReadonlyMap<number, ProductOrder>
  set: (shop: ShopReference, number: number, order: ProductOrder) => void
}

/** Orders for single products; lost when the world stops. */
export function createProductOrders(): ProductOrders {
  const byShop = new Map<string, Map<number, ProductOrder>>()
  const keyOf = ({ side, ordinal }: ShopReference): string => `${side}${ordinal}`
  return {
    of: (shop) => byShop.get(keyOf(shop)) ?? NONE,
    set(shop, number, order) {
      const orders = byShop.get(keyOf(shop)) ?? new Map<number, ProductOrder>()
      byShop.set(keyOf(shop), orders.set(number, order))
    },
  }
}
