import { factOf } from '#discovery/extract/fact.ts'
import type { Fact, Page } from '#discovery/extract/store-snapshot.ts'
import type { Visit } from '#discovery/extract/visit.ts'
import type { ParsedProducts } from '#discovery/products/parse-products.ts'

const DEFAULT_LIMIT = 30
const MAX_LIMIT = 250

function limitOf({ url }: Page): number {
  const asked = URL.canParse(url)
    ? Number(new URL(url).searchParams.get('limit') ?? DEFAULT_LIMIT)
    : DEFAULT_LIMIT
  return Number.isInteger(asked) && asked > 0 ? Math.min(asked, MAX_LIMIT) : DEFAULT_LIMIT
}

const isFirstPage = ({ url }: Page): boolean =>
  !URL.canParse(url) || (new URL(url).searchParams.get('page') ?? '1') === '1'

/** As the shop counts them; else the length of the catalogue's only page. Null when there is a page full of them. */
export function extractProductCount(visit: Visit, catalogue: ParsedProducts): Fact<number> | null {
  const { meta, products } = visit
  if (meta?.productCount !== null && meta?.productCount !== undefined) {
    return factOf(meta.productCount, 'observed', meta.page, 'meta.json#published_products_count')
  }
  if (!products || catalogue.problem !== null || !isFirstPage(products)) return null
  const count = catalogue.products.length
  return count < limitOf(products)
    ? factOf(count, 'inferred', products, 'products.json#products.length')
    : null
}
