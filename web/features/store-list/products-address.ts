import { ProductScope, ProductViewSort, readBadges } from '#contracts/trending-products.ts'
import type { TrendBadge } from '#contracts/trending.ts'

/** Parameters that only the view of products has. */
export type ProductsAddress = {
  scope: ProductScope
  /** For trending products only, like the fields below. The scope `all` is always sorted by the day on which the store was found. */
  sortBy: ProductViewSort
  title: string
  badges: readonly TrendBadge[]
}

const MAX_TITLE = 200

export function readProductsAddress(params: URLSearchParams): ProductsAddress {
  const scope = ProductScope.options.find((each) => each === params.get('scope')) ?? 'trending'
  if (scope === 'all') return { scope, sortBy: 'foundAt', title: '', badges: [] }
  const parts = (params.get('badge') ?? '').split(',')
  return {
    scope,
    sortBy: ProductViewSort.options.find((each) => each === params.get('sortBy')) ?? 'score',
    title: (params.get('title') ?? '').slice(0, MAX_TITLE),
    badges: [...new Set(parts.flatMap((part) => readBadges(part) ?? []))],
  }
}

/** Writes the given values into the address; default values are omitted. */
export function setProducts(params: URLSearchParams, change: Partial<ProductsAddress>): void {
  const set = (name: string, value: string) => (value ? params.set(name, value) : params.delete(name))
  if (change.scope) set('scope', change.scope === 'trending' ? '' : change.scope)
  if (change.sortBy) set('sortBy', change.sortBy === 'score' ? '' : change.sortBy)
  if (change.title !== undefined) set('title', change.title.trim() && change.title)
  if (change.badges) set('badge', change.badges.join(','))
  if (change.scope === 'all') for (const name of ['sortBy', 'title', 'badge']) params.delete(name)
}

export type ProductsQuery = { scope: ProductScope; sortBy?: ProductViewSort; title?: string; badge?: string }

export const productsQueryOf = ({ scope, sortBy, title, badges }: ProductsAddress): ProductsQuery =>
  scope === 'all'
    ? { scope }
    : {
        scope,
        sortBy,
        ...(title.trim() && { title: title.trim() }),
        ...(badges.length > 0 && { badge: badges.join(',') }),
      }
