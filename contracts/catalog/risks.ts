import * as z from 'zod/mini'
import { endpoint } from '#contracts/endpoint.ts'
import { type PolicyKind, STORE_DETAILS_PER_HOUR, storeParams } from './facts.ts'

/** What buyers look for in any open shop; the other kinds concern some countries or some shops. */
export const EXPECTED_POLICIES: readonly PolicyKind[] = ['privacy', 'refund', 'shipping', 'terms']

/**
 * Public signs that call for a second look at a store; none of them proves anything by itself.
 *
 * - `no_policies`: an open shop that links to no policy at all
 * - `placeholder_text`: text of the platform's templates, or filler text, in its story or its
 *   products
 * - `copied_catalogue`: nearly all of its products match those of one store found earlier
 * - `young_domain_advertising`: a domain registered within the last month before we found the shop,
 *   with pixels of several ad networks
 * - `same_contact_closed`: a store with the same address or number closed soon after its launch
 */
export const RiskKind = z.enum([
  'no_policies',
  'placeholder_text',
  'copied_catalogue',
  'young_domain_advertising',
  'same_contact_closed',
])
export type RiskKind = z.infer<typeof RiskKind>

export const RiskEvidence = z.object({
  /** The text, the pixels or the day that the sign consists of. */
  detail: z.nullable(z.string()),
  /** `count` of `of` products. */
  count: z.nullable(z.int()),
  of: z.nullable(z.int()),
  /** Another store that the sign points at. */
  store: z.nullable(z.object({ slug: z.string(), name: z.string(), domain: z.string() })),
  sourceUrl: z.nullable(z.string()),
  path: z.nullable(z.string()),
  observedAt: z.iso.datetime(),
})
export type RiskEvidence = z.infer<typeof RiskEvidence>

/** A flag never comes without evidence. */
export const RiskFlag = z.object({
  kind: RiskKind,
  evidence: z.array(RiskEvidence).check(z.minLength(1)),
})
export type RiskFlag = z.infer<typeof RiskFlag>

export const getStoreRisks = endpoint({
  name: 'getStoreRisks',
  method: 'GET',
  path: '/api/stores/details/:id/risks',
  access: 'paid',
  summary: `Public signs that call for a second look at a store, each with its evidence. At most ${STORE_DETAILS_PER_HOUR} an hour for each account.`,
  params: storeParams,
  response: z.object({
    /** When we last looked for them; null = not yet. */
    assessedAt: z.nullable(z.iso.datetime()),
    flags: z.array(RiskFlag),
  }),
})
