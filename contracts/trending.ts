import * as z from 'zod/mini'
import { Day } from '#contracts/dates.ts'
import { endpoint } from '#contracts/endpoint.ts'
import { TREND_BADGES, TREND_COMPONENTS } from '#contracts/trend-formula.ts'

export const TrendComponentName = z.enum(TREND_COMPONENTS)
export type TrendComponentName = z.infer<typeof TrendComponentName>

/** `testing` = some new stores try it; `heating` = clearly more of them than the week before; `proven` = many, for a while, and it sells. */
export const TrendBadge = z.enum(TREND_BADGES)
export type TrendBadge = z.infer<typeof TrendBadge>

/** One part of the score: `points` is `weight × value`, rounded; the score is the sum of the points. */
export const TrendComponent = z.object({
  name: TrendComponentName,
  /** Most points that it can give. */
  weight: z.int(),
  /** 0 to 1. */
  value: z.number(),
  points: z.int(),
  /** The counts that it was computed from, by the names of the printed formula. */
  inputs: z.record(z.string(), z.number()),
})
export type TrendComponent = z.infer<typeof TrendComponent>

export const Trend = z.object({
  day: Day,
  /** 0 to 100. */
  score: z.int(),
  badge: TrendBadge,
  /** Different new stores that began to list the product in the days of the window. */
  stores: z.int(),
  components: z.array(TrendComponent),
})
export type Trend = z.infer<typeof Trend>

export const TrendFormula = z.object({
  version: z.int(),
  windowDays: z.int(),
  newStoreDays: z.int(),
  /** What has to hold on a day for a product to be trending on it. */
  gate: z.object({ leastStores: z.int(), leastScore: z.int() }),
  /** In their order; `description` and `formula` are English, the names are the keys of every translation. */
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
  /** Where the figures come from, and what is never used. */
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
    'The formula by which products are trending, as data: window, components with their weights, gate, badges, sources.',
  response: TrendFormula,
})
