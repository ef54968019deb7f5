import type { FilterChoice } from '#contracts/store-filters.ts'
import type { Facet } from '#contracts/stores.ts'

/** Number of stores that a choice for a single-value filter would leave, calculated from its counts; null when they do not suffice. */
export function countOf(choice: FilterChoice | undefined, facet: Facet | undefined): number | null {
  if (!facet || facet.any !== null || facet.more > 0) return null
  const { include = [], exclude = [], unknown = true } = choice ?? {}
  const known = facet.options
    .filter(({ value }) => (include.length === 0 || include.includes(value)) && !exclude.includes(value))
    .filter(() => !choice || include.length > 0 || exclude.length > 0)
    .reduce((sum, { count }) => sum + count, 0)
  return known + (unknown ? facet.unknown : 0)
}
