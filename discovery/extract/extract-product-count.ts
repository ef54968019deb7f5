import { factOf } from '#discovery/extract/fact.ts'
import type { Fact } from '#discovery/extract/store-snapshot.ts'
import type { Visit } from '#discovery/extract/visit.ts'
import { pagingOf } from '#discovery/products/paging.ts'
import type { ParsedProducts } from '#discovery/products/parse-products.ts'

/** The shop's own count; else the length of a catalogue with only one page. Null if that page is full. */
export function extractProductCount(visit: Visit, catalogue: ParsedProducts): Fact<number> | null {
  const { meta, products } = visit
  if (meta?.productCount !== null && meta?.productCount !== undefined) {
    return factOf(meta.productCount, 'observed', meta.page, 'meta.json#published_products_count')
  }
  if (!products || catalogue.problem !== null || pagingOf(products.url).page !== 1) return null
  const count = catalogue.products.length
  return count < pagingOf(products.url).limit
    ? factOf(count, 'inferred', products, 'products.json#products.length')
    : null
}
