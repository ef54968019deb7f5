import * as z from 'zod/mini'
import { Day } from '#contracts/date-fields.ts'
import { endpoint } from '#contracts/endpoint.ts'
import { TREND_BADGES, TREND_COMPONENTS } from './trend-formula.ts'

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
