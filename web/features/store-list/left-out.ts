import type { FilterChoice } from '#contracts/store-filters.ts'
import type { Facet } from '#contracts/stores.ts'

/** Number of stores left out only because their value is unknown. */
export const unknownLeftOut = (choice: FilterChoice, facet: Facet | undefined): number =>
  choice.unknown || !facet ? 0 : facet.unknown
