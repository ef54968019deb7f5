import { factOf } from '#discovery/extract/fact.ts'
import type { Fact } from '#discovery/extract/store-snapshot.ts'
import type { Visit } from '#discovery/extract/visit.ts'
import type { CatalogueGlance } from '#discovery/products/catalogue-glance.ts'
import { pagingOf } from '#discovery/products/paging.ts'
import type { ParsedProducts } from '#discovery/products/parse-products.ts'

/** The first catalogue page as the visit saw it; later walks through the catalogue continue from here. Null when it was not read. */
export function extractCatalogue(
  { products }: Visit,
  { listed, problem }: ParsedProducts,
): Fact<CatalogueGlance> | null {
  if (!products || products.status >= 400) return null
  const { limit, page } = pagingOf(products.url)
  if (page !== 1) return null
  return factOf({ limit, listed, problem }, 'observed', products, 'products.json')
}
