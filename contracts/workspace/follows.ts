import * as z from 'zod/mini'
import { Category } from '#contracts/catalog/facts.ts'
import { byId, Done, endpoint } from '#contracts/endpoint.ts'
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
  params: byId,
  response: Done,
})

/** Days of a `BriefNiche`. */
export const NICHE_NEWS_DAYS = 14
