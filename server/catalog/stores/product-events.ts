import type { ProductEventKind } from '#contracts/stores/timeline.ts'
import type { ProductChangeKind } from '#server/platform/db/product-schema.ts'

/** What a stored change of a product is called in its store's timeline. */
export const PRODUCT_EVENTS: Record<ProductChangeKind, ProductEventKind> = {
  added: 'product_added',
  removed: 'product_removed',
  returned: 'product_returned',
  sold_out: 'sold_out',
  restocked: 'restocked',
  price_up: 'price_up',
  price_down: 'price_down',
  best_seller: 'best_seller',
}
