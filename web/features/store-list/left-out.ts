import type { FilterChoice } from '#contracts/store-filters.ts'
import type { Facet } from '#contracts/stores.ts'

/** Stores that are left out only because it is not known whether they fit. */
export const unknownLeftOut = (choice: FilterChoice, facet: Facet | undefined): number =>
  choice.unknown || !facet ? 0 : facet.unknown
