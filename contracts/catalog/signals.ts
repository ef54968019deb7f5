import * as z from 'zod/mini'

/** Dated traces from which the launch day is derived. */
export const SignalKind = z.enum([
  'first_certificate',
  'first_seen',
  'first_seen_protected',
  'opened',
  'oldest_product_created',
  'newest_product_created',
  'oldest_product_published',
  'asset_version',
  'theme_number',
  'shop_id_order',
  'oldest_article',
  'seen_elsewhere',
  'domain_registered',
])
export type SignalKind = z.infer<typeof SignalKind>

/** How a signal affects the launch verdict; `neutral` = not at all. */
export const SignalRole = z.enum(['supports', 'contradicts', 'neutral'])
export type SignalRole = z.infer<typeof SignalRole>

/**
 * Evidence that the shop is older than its current address. docs/launch-dates.md explains each
 * reason.
 */
export const MovedReason = z.enum([
  'other_domain',
  'imported_catalogue',
  'older_shop',
  'younger_domain',
  'older_certificate',
])
export type MovedReason = z.infer<typeof MovedReason>
