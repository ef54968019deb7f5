import type { ParsedProducts } from '#discovery/products/parse-products.ts'

/** The first page of a catalogue as a visit met it. */
export type CatalogueGlance = {
  /** Products asked for. */
  limit: number
  /** Products on the page; fewer than `limit` = it is the whole catalogue. */
  listed: number
  problem: ParsedProducts['problem']
}
