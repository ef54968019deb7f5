import * as z from 'zod/mini'
import { Evidence } from '#contracts/catalog/facts.ts'
import { FactKey } from '#contracts/catalog/fact-table.ts'
import { ClusterSummary } from '#contracts/catalog/product-clusters.ts'
import { StoreDetails, StoreSignal } from '#contracts/catalog/stores.ts'
import { Trend } from '#contracts/catalog/trending.ts'
import { Day } from '#contracts/date-fields.ts'
import { endpoint } from '#contracts/endpoint.ts'
import { pageOf, wholeNumber } from '#contracts/paging.ts'
import { OpenStore } from './highlights.ts'

/** Stores on a page of the sample day. */
export const SAMPLE_PAGE_SIZE = 20

/** How well its contacts can be used, and where each stands; never the contact itself. */
const SampleWay = z.object({ key: z.enum(['email', 'phone', 'contactForm']), evidence: Evidence })

/** A fact that is no contact. `value` is what the store publishes; null = not published. */
const SampleFact = z.object({ key: FactKey, value: z.nullable(z.string()), evidence: Evidence })
export type SampleFact = z.infer<typeof SampleFact>

export const SampleStore = z.object({
  ...OpenStore.shape,
  role: z.enum(['sure', 'reachable', 'doubtful']),
  ...z.pick(StoreDetails, { city: true, launchReason: true, lastCheckedAt: true }).shape,
  signals: z.array(StoreSignal),
  ways: z.array(SampleWay),
  facts: z.array(SampleFact),
  /** Of all kinds of facts, those with a source. */
  factsWithSource: z.int(),
  factKinds: z.int(),
})
export type SampleStore = z.infer<typeof SampleStore>

const SampleProduct = z.extend(ClusterSummary, { trend: Trend })
export type SampleProduct = z.infer<typeof SampleProduct>

export const SampleDay = z.object({
  day: Day,
  /** Whether the printed rule chose the day; otherwise it is the latest whole day with stores. */
  isByRule: z.boolean(),
  /** The first day on which another day may be shown. */
  until: Day,
  stores: z.int(),
  leads: z.int(),
  /** Of the leads, those whose mail domain accepts mail. */
  reachable: z.int(),
  trendingProducts: z.int(),
})
export type SampleDay = z.infer<typeof SampleDay>

const SampleScreen = z.extend(SampleDay, {
  /** The most frequent values first. */
  makeUp: z.array(
    z.object({
      name: z.enum(['country', 'category', 'theme', 'app']),
      values: z.array(z.object({ value: z.string(), stores: z.int() })),
    }),
  ),
  list: pageOf(OpenStore),
  opened: z.array(SampleStore),
  products: z.array(SampleProduct),
})
export type SampleScreen = z.infer<typeof SampleScreen>

export const getSample = endpoint({
  name: 'getSample',
  method: 'GET',
  path: '/api/public/sample',
  access: 'public',
  summary:
    'One whole past day that is open to everyone: its stores without their contacts, three of them with their evidence, five of its products. Null until there is one.',
  query: z.object({ page: z._default(wholeNumber(0, 500), 0) }),
  response: z.object({ sample: z.nullable(SampleScreen) }),
})

export const getSampleGlance = endpoint({
  name: 'getSampleGlance',
  method: 'GET',
  path: '/api/public/sample/glance',
  access: 'public',
  summary: 'The parts of the sample day that the landing page shows.',
  response: z.object({
    sample: z.nullable(
      z.extend(SampleDay, {
        product: z.nullable(SampleProduct),
        /** The app that most stores of the day have, and the leads that do without it. */
        lacking: z.object({ app: z.string(), stores: z.int(), leads: z.array(OpenStore) }),
        store: z.nullable(SampleStore),
      }),
    ),
  }),
})
