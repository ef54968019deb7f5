/**
 * The published trend formula, as data. The calculation, the API and the documentation all use
 * these constants. Every change of a constant raises `version`.
 */
export const TREND_FORMULA = {
  version: 2,
  /** The UTC day and the six days before it; the previous window is the seven days before those. */
  windowDays: 7,
  /** A store counts as new for this many days after we find it. */
  newStoreDays: 30,
  /** They add up to 100, the highest possible score. */
  weights: { spread: 35, growth: 25, places: 12, stock: 10, price: 5, age: 13 },
  constants: {
    /** Stores in one window that give `spread` its full value. */
    spreadFullStores: 20,
    /** Keeps a count of only three stores from earning full `growth`. */
    growthDamping: 2,
    /** From this position on, a store's own list adds nothing. */
    lastPlace: 24,
    /** Value of a position on the home page relative to one in a best-seller list. */
    homeShare: 0.6,
    /**
     * Value of a price cut relative to a raise. A shop that raises a price has buyers; a shop that
     * cuts it is still looking for them.
     */
    cutShare: 0.5,
    /** Days after which the value of `age` halves. */
    ageHalfLifeDays: 14,
  },
  /** A product is trending on a day only when both conditions hold. */
  gate: { leastStores: 3, leastScore: 25 },
  /**
   * The last badge in this order whose conditions all hold applies; `testing` has no conditions.
   */
  badges: {
    testing: {},
    heating: { leastStores: 5, leastGrowthFactor: 1.5 },
    proven: { leastListingStores: 10, leastAgeDays: 7, leastSellingStores: 3 },
  },
} as const

export const TREND_COMPONENTS = ['spread', 'growth', 'places', 'stock', 'price', 'age'] as const
export const TREND_BADGES = ['testing', 'heating', 'proven'] as const
