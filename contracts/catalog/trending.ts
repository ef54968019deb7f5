import * as z from 'zod/mini'
import { Day } from '#contracts/date-fields.ts'
import { endpoint } from '#contracts/endpoint.ts'

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

export const TrendComponentName = z.enum(TREND_COMPONENTS)
export type TrendComponentName = z.infer<typeof TrendComponentName>

/**
 * `testing` = some new stores try it; `heating` = clearly more stores than the week before;
 * `proven` = many stores, for some time, and it sells.
 */
export const TrendBadge = z.enum(TREND_BADGES)
export type TrendBadge = z.infer<typeof TrendBadge>

/**
 * One part of the score: `points` is `weight × value`, rounded; the score is the sum of the points.
 */
export const TrendComponent = z.object({
  name: TrendComponentName,
  weight: z.int(),
  /** 0 to 1. */
  value: z.number(),
  points: z.int(),
  /** The counts behind the value, named as in the published formula. */
  inputs: z.record(z.string(), z.number()),
})
export type TrendComponent = z.infer<typeof TrendComponent>

export const Trend = z.object({
  day: Day,
  /** 0 to 100. */
  score: z.int(),
  badge: TrendBadge,
  /** Distinct new stores that began to list the product within the window. */
  stores: z.int(),
  components: z.array(TrendComponent),
})
export type Trend = z.infer<typeof Trend>

export const TrendFormula = z.object({
  version: z.int(),
  windowDays: z.int(),
  newStoreDays: z.int(),
  /** Conditions that must hold on a day for a product to be trending on it. */
  gate: z.object({ leastStores: z.int(), leastScore: z.int() }),
  /**
   * In display order; `description` and `formula` are English, the names are the keys of every
   * translation.
   */
  components: z.array(
    z.object({
      name: TrendComponentName,
      weight: z.int(),
      description: z.string(),
      formula: z.string(),
      inputs: z.array(z.string()),
    }),
  ),
  constants: z.record(z.string(), z.number()),
  /** The last badge whose conditions all hold. */
  badges: z.array(z.object({ name: TrendBadge, conditions: z.record(z.string(), z.number()) })),
  /** Where the figures come from, and which sources we never use. */
  sources: z.array(z.string()),
  neverUsed: z.array(z.string()),
})
export type TrendFormula = z.infer<typeof TrendFormula>

export const getTrendFormula = endpoint({
  name: 'getTrendFormula',
  method: 'GET',
  path: '/api/public/trend-formula',
  access: 'public',
  summary:
    'The formula for trending products as data: window, components with their weights, gate, badges, sources.',
  response: TrendFormula,
})
