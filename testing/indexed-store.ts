import type { StoreId } from '#contracts/ids.ts'
import { storeFilters } from '#contracts/catalog/store-filters.ts'
import { columnKeys } from '#server/catalog/search/store-columns.ts'
import { nameOf } from '#server/catalog/search/store-readings.ts'
import { type IndexedStore, names, toStore } from '#server/catalog/search/store-rows.ts'
import { storeValues } from '#server/catalog/search/store-values.ts'

const lists = new Set(
  columnKeys
    .filter((key) => 'isMany' in storeFilters[key])
    .flatMap((key) => storeValues[key].reads.map(nameOf)),
)

/** What is never null gets its value below. */
const EMPTY = toStore(names.map((name) => (lists.has(name) ? [] : null)))

export const indexedStore = (own: Partial<IndexedStore> & { id: StoreId }): IndexedStore => ({
  ...EMPTY,
  launch_status: 'new',
  launch_confidence: 'high',
  status: 'OPEN',
  moved_here: false,
  // Read for a list too.
  currency: null,
  name: `Shop ${own.id}`,
  domain: `shop-${own.id}.example`,
  listed_products: 0,
  has_contact_form: false,
  found_day: 20_000,
  found_at: 20_000 * 86_400_000 + own.id,
  visible_at: 20_000 * 86_400_000 + own.id,
  ...own,
})
