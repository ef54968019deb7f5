import { keysOf } from '#contracts/keys.ts'
import type { ListSort } from './list-address.ts'

export const sortChoices = {
  bestScore: { by: 'score', direction: 'DESC' },
  newest: { by: 'foundAt', direction: 'DESC' },
  oldest: { by: 'foundAt', direction: 'ASC' },
  latest: { by: 'visibleAt', direction: 'DESC' },
  launchNewest: { by: 'launchDate', direction: 'DESC' },
  launchOldest: { by: 'launchDate', direction: 'ASC' },
  name: { by: 'name', direction: 'ASC' },
  nameReverse: { by: 'name', direction: 'DESC' },
  mostProducts: { by: 'productCount', direction: 'DESC' },
  fewestProducts: { by: 'productCount', direction: 'ASC' },
  priceLow: { by: 'price', direction: 'ASC' },
  priceHigh: { by: 'price', direction: 'DESC' },
  mostApps: { by: 'appCount', direction: 'DESC' },
  fewestApps: { by: 'appCount', direction: 'ASC' },
  country: { by: 'country', direction: 'ASC' },
  countryReverse: { by: 'country', direction: 'DESC' },
} as const satisfies Record<string, ListSort>

export const sortNames = keysOf(sortChoices)

export const sortNameOf = (sort: ListSort) =>
  sortNames.find(
    (name) => sortChoices[name].by === sort.by && sortChoices[name].direction === sort.direction,
  ) ?? 'newest'

/**
 * Order after a click on a column: figures and days start with the largest, names with A; a second
 * click reverses the order.
 */
export function sortAfterClick(current: ListSort, by: ListSort['by']): ListSort {
  if (current.by === by) return { by, direction: current.direction === 'ASC' ? 'DESC' : 'ASC' }
  return { by, direction: by === 'name' || by === 'country' ? 'ASC' : 'DESC' }
}
