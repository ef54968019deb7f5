import * as z from 'zod/mini'

/**
 * How sure a shown value is: `observed` = read as published; `detected` = recognised by a rule in published markup;
 * `inferred` = derived from other facts; `estimated` = a range with a method; `unavailable` = not published.
 */
export const FactLabel = z.enum(['observed', 'detected', 'inferred', 'estimated', 'unavailable'])
export type FactLabel = z.infer<typeof FactLabel>

/** Where a value was seen and how sure it is. `unavailable` has neither URL nor place. */
export const Evidence = z.object({
  label: FactLabel,
  /** The page or file that was read. */
  sourceUrl: z.nullable(z.string()),
  /** Place inside the source, e.g. `Shopify.theme`, `meta.json#country`, `footer text`. */
  path: z.nullable(z.string()),
  observedAt: z.nullable(z.iso.datetime()),
})
export type Evidence = z.infer<typeof Evidence>

/** The dated traces from which a launch day is derived. */
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
])
export type SignalKind = z.infer<typeof SignalKind>

export const LaunchConfidence = z.enum(['high', 'medium', 'low'])
export type LaunchConfidence = z.infer<typeof LaunchConfidence>

/** `new` counts in every list and figure; `established` appears only when asked for. */
export const LaunchStatus = z.enum(['new', 'established'])
export type LaunchStatus = z.infer<typeof LaunchStatus>
