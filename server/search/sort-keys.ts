import type { StoreSort } from '#contracts/stores.ts'
import { wholeUsDollars } from '#contracts/us-dollars.ts'
import { foldText } from './fold-text.ts'
import { dayNumber } from './store-columns.ts'
import type { IndexedStore } from './store-row.ts'

const BYTES_PER_KEY = 6
const NAME_KEYS = 4

/** The first 24 bytes of a text as numbers that sort like it: six bytes fit into a double without loss. */
export function textKeys(text: string, count: number): number[] {
  const bytes = Buffer.from(foldText(text).trimStart())
  return Array.from({ length: count }, (_, key) => {
    let number = 0
    for (let at = 0; at < BYTES_PER_KEY; at++) number = number * 256 + (bytes[key * BYTES_PER_KEY + at] ?? 0)
    return number
  })
}

/** The sort keys of each order, first key first; null = not known, which comes last in both directions. */
export const sortKeys = {
  foundAt: { count: 1, read: (store) => [store.found_at.getTime()] },
  visibleAt: { count: 1, read: (store) => [store.visible_at.getTime()] },
  launchDate: { count: 1, read: ({ launch_day }) => [launch_day === null ? null : dayNumber(launch_day)] },
  name: { count: NAME_KEYS, read: (store) => textKeys(store.name, NAME_KEYS) },
  productCount: { count: 1, read: (store) => [store.product_count] },
  country: { count: 1, read: ({ country }) => (country === null ? [null] : textKeys(country, 1)) },
  price: { count: 1, read: (store) => [wholeUsDollars(store.price_median_minor, store.currency)] },
  appCount: {
    count: 1,
    read: ({ apps, status }) => [apps.length > 0 || status === 'OPEN' ? apps.length : null],
  },
} as const satisfies Record<
  StoreSort,
  { count: number; read: (store: IndexedStore) => readonly (number | null)[] }
>
