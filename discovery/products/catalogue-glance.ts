import type { ParsedProducts } from '#discovery/products/parse-products.ts'

/** The first page of a catalogue as seen by a visit. */
export type CatalogueGlance = {
  /** Number of products requested. */
  limit: number
  /** Products on the page; fewer than `limit` = this is the whole catalogue. */
  listed: number
  problem: ParsedProducts['problem']
}
