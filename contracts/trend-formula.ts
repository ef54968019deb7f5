/**
 * The printed trend formula, as data: what computes it, what the API prints and what the documentation explains are these
 * constants. A change of any of them raises `version`.
 */
export const TREND_FORMULA = {
  version: 2,
  /** The UTC day and the six before it; the window before is the seven days before those. */
  windowDays: 7,
  /** A store is new for that many days from the day on which it was found. */
  newStoreDays: 30,
  /** Together 100: the highest score there is. */
  weights: { spread: 35, growth: 25, places: 12, stock: 10, price: 5, age: 13 },
  constants: {
    /** Stores in one window that give the full value of `spread`. */
    spreadFullStores: 20,
    /** Keeps three stores from being all there is to growth. */
    growthDamping: 2,
    /** From this place on a store's own list gives nothing. */
    lastPlace: 24,
    /** What a place on the home page is worth beside one in a best-seller list. */
    homeShare: 0.6,
    /** What a price cut is worth beside a raise: who raises a price has buyers, who cuts it is still looking for them. */
    cutShare: 0.5,
    /** Days in which the value of `age` halves. */
    ageHalfLifeDays: 14,
  },
  /** Both must hold on a day for a product to be trending on it. */
  gate: { leastStores: 3, leastScore: 25 },
  /** The first badge whose conditions all hold, from the last to the first; `testing` has none. */
  badges: {
    testing: {},
    heating: { leastStores: 5, leastGrowthFactor: 1.5 },
    proven: { leastListingStores: 10, leastAgeDays: 7, leastSellingStores: 3 },
  },
} as const

export const TREND_COMPONENTS = ['spread', 'growth', 'places', 'stock', 'price', 'age'] as const
export const TREND_BADGES = ['testing', 'heating', 'proven'] as const
