import * as z from 'zod/mini'
import { Category } from '#contracts/catalog/facts.ts'
import { Done, endpoint } from '#contracts/endpoint.ts'
import { ClusterId, StoreId } from '#contracts/ids.ts'

/** ISO 3166-1 alpha-2. */
const Country = z.string().check(z.regex(/^[A-Z]{2}$/))

export const FollowedNiche = z.object({ category: Category, country: Country })
export type FollowedNiche = z.infer<typeof FollowedNiche>

/** `cluster`: a product across all stores that list it. */
export const FollowTarget = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('store'), storeId: StoreId }),
  z.object({ kind: z.literal('cluster'), clusterId: ClusterId }),
  z.object({ kind: z.literal('niche'), ...FollowedNiche.shape }),
])
export type FollowTarget = z.infer<typeof FollowTarget>

export const Follow = z.object({
  id: z.uuid(),
  target: FollowTarget,
  /**
   * Of a store its name, of a product its title; null for a niche, and for a product that no store
   * lists any more.
   */
  name: z.nullable(z.string()),
  /** Of a store. */
  domain: z.nullable(z.string()),
  /** A store's logo, a product's picture. */
  imageUrl: z.nullable(z.string()),
  createdAt: z.iso.datetime(),
})
export type Follow = z.infer<typeof Follow>

export const listFollows = endpoint({
  name: 'listFollows',
  method: 'GET',
  path: '/api/follows',
  access: 'paid',
  summary:
    'The stores, products and niches that the account follows, the latest first. `GET /api/changes?followed=yes` has their changes.',
  response: z.object({
    follows: z.array(Follow),
    /** How many the plan allows. */
    limit: z.int(),
  }),
})

export const createFollow = endpoint({
  name: 'createFollow',
  method: 'POST',
  path: '/api/follows',
  access: 'paid',
  summary:
    'Follow a store, a product or a niche; what is followed already stays as it is. 403 `follow_limit` beyond the limit of the plan.',
  body: z.object({ target: FollowTarget }),
  response: Follow,
})

export const deleteFollow = endpoint({
  name: 'deleteFollow',
  method: 'DELETE',
  path: '/api/follows/:id',
  access: 'paid',
  summary: 'Stop following.',
  params: z.object({ id: z.uuid() }),
  response: Done,
})

/** How many stores list a followed product, at the end of a time and at its beginning. */
export const ClusterNews = z.object({
  cluster: z.object({ id: ClusterId, title: z.string(), imageUrl: z.nullable(z.string()) }),
  storesNow: z.int(),
  /** Null when none did: there is nothing to compare with. */
  storesBefore: z.nullable(z.int()),
})
export type ClusterNews = z.infer<typeof ClusterNews>

export const NICHE_NEWS_DAYS = 14

/** New stores of a followed niche, by the day found. */
export const NicheNews = z.object({
  ...FollowedNiche.shape,
  /** Of each of `NICHE_NEWS_DAYS` days, the last one last; null for a day that our data lacks. */
  days: z.array(z.nullable(z.int())),
  /** Of the last 7 days. */
  now: z.int(),
  /** Of the 7 days before; null unless our data covers all of the 14 days. */
  before: z.nullable(z.int()),
})
export type NicheNews = z.infer<typeof NicheNews>
