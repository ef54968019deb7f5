import {
  TREND_FORMULA,
  type TrendBadge,
  type TrendComponent,
  type TrendComponentName,
} from '#contracts/catalog/trending.ts'

/**
 * Counts for one product on one UTC day, over newly launched stores only. Each store counts once.
 */
export type TrendCounts = {
  /** Stores that began to list it in the window. */
  stores: number
  /** Stores that began to list it in the window before. */
  storesBefore: number
  /** New stores that list it on the day. */
  listingStores: number
  /**
   * Of `listingStores`, those that show it in their own best-seller list, and on their home page.
   */
  bestSellerStores: number
  homeStores: number
  /**
   * Sum over `listingStores` of the value of the product's best place there, 0 to 1 each
   * (`placeValue`).
   */
  placeSum: number
  soldOutStores: number
  restockedStores: number
  priceUpStores: number
  priceDownStores: number
  /** Stores with a sell-out, a restock or a price increase: a sign that it sells there. */
  sellingStores: number
  /** Days since the first new store began to list it; 0 on that day. */
  ageDays: number
}

const { weights, constants, gate, badges } = TREND_FORMULA

const unit = (value: number): number => Math.min(1, Math.max(0, Number.isFinite(value) ? value : 0))
/** Rounded for display: more than four decimals help no reader. */
const rounded = (value: number): number => Math.round(value * 10_000) / 10_000
const shareOf = (part: number, whole: number): number => (whole > 0 ? part / whole : 0)

/**
 * The published formula (`docs/trending.md`). Pure: equal counts give equal scores. The points add
 * up to the score.
 */
export function scoreTrend(counts: TrendCounts) {
  const components = componentsOf(counts)
  const score = components.reduce((sum, { points }) => sum + points, 0)
  const isTrending = counts.stores >= gate.leastStores && score >= gate.leastScore
  return { score, badge: badgeOf(counts), components, isTrending }
}

function componentsOf(counts: TrendCounts): TrendComponent[] {
  const { stores, storesBefore, listingStores, placeSum, ageDays } = counts
  const { soldOutStores, restockedStores, priceUpStores, priceDownStores } = counts
  return [
    component('spread', Math.log1p(stores) / Math.log1p(constants.spreadFullStores), { stores }),
    component('growth', shareOf(stores - storesBefore, stores + constants.growthDamping), {
      stores,
      storesBefore,
    }),
    component('places', shareOf(placeSum, listingStores), {
      bestSellerStores: counts.bestSellerStores,
      homeStores: counts.homeStores,
      placeSum: rounded(placeSum),
      listingStores,
    }),
    component('stock', shareOf(soldOutStores + restockedStores, listingStores), {
      soldOutStores,
      restockedStores,
      listingStores,
    }),
    component(
      'price',
      shareOf(priceUpStores + constants.cutShare * priceDownStores, listingStores),
      {
        priceUpStores,
        priceDownStores,
        listingStores,
      },
    ),
    component('age', 2 ** (-Math.max(0, ageDays) / constants.ageHalfLifeDays), { ageDays }),
  ]
}

function component(
  name: TrendComponentName,
  raw: number,
  inputs: Record<string, number>,
): TrendComponent {
  const weight = weights[name]
  const value = rounded(unit(raw))
  return { name, weight, value, points: Math.round(weight * value), inputs }
}

function badgeOf({
  stores,
  storesBefore,
  listingStores,
  ageDays,
  sellingStores,
}: TrendCounts): TrendBadge {
  const { heating, proven } = badges
  const isProven =
    listingStores >= proven.leastListingStores &&
    ageDays >= proven.leastAgeDays &&
    sellingStores >= proven.leastSellingStores
  if (isProven) return 'proven'
  const isHeating =
    stores >= heating.leastStores && stores >= heating.leastGrowthFactor * Math.max(1, storesBefore)
  return isHeating ? 'heating' : 'testing'
}

/**
 * The value of a place in a store's own list: 1 for the first, falling linearly to 0 after
 * `lastPlace`.
 */
export function placeValue(list: 'home' | 'best_sellers', place: number): number {
  const share = list === 'home' ? constants.homeShare : 1
  return share * unit((constants.lastPlace + 1 - place) / constants.lastPlace)
}
