import { factOf } from '#discovery/extract/fact.ts'
import type { Fact } from '#discovery/extract/store-snapshot.ts'
import type { Visit } from '#discovery/extract/visit.ts'

/** Where the shop is and where it ships to. Reads only meta.json, because pages vary with the visitor's market. */
export function extractPlace({ meta }: Visit): {
  city: Fact<string> | null
  region: Fact<string> | null
  shipsTo: Fact<string[]> | null
} {
  if (!meta) return { city: null, region: null, shipsTo: null }
  const { page, city, region, shipsTo } = meta
  return {
    city: city ? factOf(city, 'observed', page, 'meta.json#city') : null,
    region: region ? factOf(region, 'observed', page, 'meta.json#province') : null,
    shipsTo: shipsTo.length > 0 ? factOf(shipsTo, 'observed', page, 'meta.json#ships_to_countries') : null,
  }
}
