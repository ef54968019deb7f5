import * as z from 'zod/mini'
import { Day } from '#contracts/date-fields.ts'
import { endpoint } from '#contracts/endpoint.ts'
import { Course, groupValue, PulseGroup, validPeriod } from './pulse.ts'
import { NewestStore, RisingProduct } from './today.ts'

/** Median prices are read from so many stores of the period at most, the latest found first. */
export const NICHE_PRICED_STORES = 500
/** Values of each filter at most. */
export const NICHE_VALUES = 40

const NicheFacet = z.object({
  key: PulseGroup,
  /** The most frequent ones in the period, over the stores that pass the other choices. */
  options: z.array(
    z.object({
      value: z.string(),
      label: z.nullable(z.string()),
      count: z.int(),
      /** Of all new stores of the period. */
      all: z.int(),
    }),
  ),
})
export type NicheFacet = z.infer<typeof NicheFacet>

export const Niche = z.extend(Course, {
  /** All new stores of the period, and those of the niche with a usable address. */
  all: z.int(),
  leads: z.int(),
  /**
   * Quartiles of the stores' median prices in dollars, at today's rough rates. Null where no store
   * shows prices.
   */
  prices: z.nullable(
    z.object({ stores: z.int(), lower: z.string(), median: z.string(), upper: z.string() }),
  ),
  facets: z.array(NicheFacet),
  /** The latest found of the period. */
  newest: z.array(NewestStore),
  /** The highest scores of the last day of the period. */
  rising: z.array(RisingProduct),
})
export type Niche = z.infer<typeof Niche>

export const getNiche = endpoint({
  name: 'getNiche',
  method: 'GET',
  path: '/api/pulse/niche',
  access: 'paid',
  summary:
    'A niche, usually a category in a country: its newly launched stores in a period beside the equally long period before it, what they use beside all new stores, their prices, the newest of them and the rising products that they list.',
  query: z
    .object({
      category: groupValue,
      country: groupValue,
      theme: groupValue,
      apps: groupValue,
      from: Day,
      to: Day,
    })
    .check(validPeriod),
  response: Niche,
})
