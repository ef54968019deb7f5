import { factOf } from '#discovery/extract/fact.ts'
import type { Fact } from '#discovery/extract/store-snapshot.ts'
import type { Visit } from '#discovery/extract/visit.ts'
import type { CatalogueGlance } from '#discovery/products/catalogue-glance.ts'
import { pagingOf } from '#discovery/products/paging.ts'
import type { ParsedProducts } from '#discovery/products/parse-products.ts'

/** It is sent back in a header of ours. */
const SAFE_TAG = /^[\x21-\x7e][\x20-\x7e]{0,199}$/

/** How a visit met the first page of the catalogue: what the walk through the rest goes on from. Null when it was not read. */
export function extractCatalogue(
  { products }: Visit,
  { listed, problem }: ParsedProducts,
): Fact<CatalogueGlance> | null {
  if (!products || products.status >= 400) return null
  const { limit, page } = pagingOf(products.url)
  if (page !== 1) return null
  const etag = products.headers['etag'] ?? ''
  const glance = { limit, listed, problem, etag: SAFE_TAG.test(etag) ? etag : null }
  return factOf(glance, 'observed', products, 'products.json')
}
