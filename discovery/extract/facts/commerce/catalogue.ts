import type { ParsedVisit } from '#discovery/extract/parsed-visit.ts'
import { type CatalogueSummary, type Fact, factOf } from '#discovery/extract/store-snapshot.ts'
import type { ParsedProducts } from '#discovery/products/parse-products.ts'

/**
 * The first catalogue page as the visit saw it; later walks through the catalogue continue from
 * here. Null when it was not read.
 */
export function extractCatalogue(
  { products }: ParsedVisit,
  { listed, problem }: ParsedProducts,
): Fact<CatalogueSummary> | null {
  if (!products || products.status >= 400) return null
  const { limit, page } = pagingOf(products.url)
  if (page !== 1) return null
  return factOf({ limit, listed, problem }, 'observed', products, 'products.json')
}

/**
 * The shop's own count; else the length of a catalogue with only one page. Null if that page is
 * full.
 */
export function extractProductCount(
  visit: ParsedVisit,
  catalogue: ParsedProducts,
): Fact<number> | null {
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

const DEFAULT_LIMIT = 30
const MAX_LIMIT = 250

/**
 * Page number and maximum number of products in a catalogue address, as the platform interprets
 * them.
 */
function pagingOf(url: string): { limit: number; page: number } {
  const asked = URL.parse(url)?.searchParams
  return {
    limit: Math.min(positive(asked?.get('limit')) ?? DEFAULT_LIMIT, MAX_LIMIT),
    page: positive(asked?.get('page')) ?? 1,
  }
}

function positive(text: string | null | undefined): number | null {
  const value = Number(text ?? '')
  return Number.isInteger(value) && value > 0 ? value : null
}
