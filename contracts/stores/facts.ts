import * as z from 'zod/mini'

/**
 * How sure a shown value is: `observed` = read as published; `detected` = recognised by a rule in
 * published markup; `inferred` = derived from other facts; `estimated` = a range with a method;
 * `unavailable` = not published.
 */
export const FactLabel = z.enum(['observed', 'detected', 'inferred', 'estimated', 'unavailable'])
export type FactLabel = z.infer<typeof FactLabel>

/**
 * Where a value was seen and how sure it is. `unavailable` has neither URL nor place, unless the
 * store published the value earlier: then they say where it was last seen, and `goneAt` says when
 * we found it missing.
 */
export const Evidence = z.object({
  label: FactLabel,
  /** The page or file that we read. */
  sourceUrl: z.nullable(z.string()),
  /** Place inside the source, e.g. `Shopify.theme`, `meta.json#country`, `footer text`. */
  path: z.nullable(z.string()),
  observedAt: z.nullable(z.iso.datetime()),
  goneAt: z.optional(z.iso.datetime()),
})
export type Evidence = z.infer<typeof Evidence>

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

export const LaunchConfidence = z.enum(['high', 'medium', 'low'])
export type LaunchConfidence = z.infer<typeof LaunchConfidence>

/** `new` counts in every list and figure; `established` appears only on request. */
export const LaunchStatus = z.enum(['new', 'established'])
export type LaunchStatus = z.infer<typeof LaunchStatus>

/** A fact that no visit has seen for longer than this is hidden and deleted. */
export const FACTS_KEPT_DAYS = 180
/** Limit per account for each call about one store, well above what a person looks at. */
export const STORE_DETAILS_PER_HOUR = 2_000

/**
 * `role` = a mailbox of the business (info@, the shop's name); `personal` = looks like the address
 * of a person.
 */
export const EmailKind = z.enum(['role', 'personal'])
export type EmailKind = z.infer<typeof EmailKind>

/** Owner of the mail domain: the shop, a public mail provider, or a third party. */
export const EmailProvider = z.enum(['own', 'free_mail', 'other'])
export type EmailProvider = z.infer<typeof EmailProvider>

/**
 * What DNS says about a mail domain. `unknown` = not asked yet, or no answer. It never proves that
 * a mailbox exists.
 */
export const MailState = z.enum(['has_mx', 'no_mx', 'unknown'])
export type MailState = z.infer<typeof MailState>

/** The four traces that an app leaves on a page, most reliable first. */
export const AppSource = z.enum(['app_block', 'extension', 'script_tag', 'pixel'])
export type AppSource = z.infer<typeof AppSource>

/** The platform’s number of a pixel’s app whose name we do not know; null for a name. */
export const appIdOf = (pixel: string): string | null => /^app (\d+)$/i.exec(pixel)?.[1] ?? null

export const SocialNetwork = z.enum([
  'instagram',
  'facebook',
  'tiktok',
  'youtube',
  'pinterest',
  'x',
  'linkedin',
  'snapchat',
  'threads',
  'bluesky',
  'tumblr',
  'vimeo',
  'twitch',
  'discord',
  'telegram',
  'reddit',
  'spotify',
  'etsy',
  'vk',
  'line',
])
export type SocialNetwork = z.infer<typeof SocialNetwork>

export const PolicyKind = z.enum([
  'privacy',
  'refund',
  'shipping',
  'terms',
  'contact_information',
  'legal_notice',
  'subscription',
])
export type PolicyKind = z.infer<typeof PolicyKind>

/** What a shop mainly sells. */
export const Category = z.enum([
  'fashion',
  'shoes',
  'jewellery',
  'bags_accessories',
  'beauty',
  'health',
  'food_drink',
  'home_living',
  'furniture',
  'kitchen',
  'garden_diy',
  'electronics',
  'sports_outdoor',
  'pets',
  'baby_kids',
  'toys_games',
  'art_crafts',
  'books_media',
  'automotive',
  'stationery_gifts',
  'erotic',
  'tobacco_vape',
])
export type Category = z.infer<typeof Category>

export const CategoryConfidence = z.enum(['high', 'medium', 'low'])
export type CategoryConfidence = z.infer<typeof CategoryConfidence>

/** Lists of facts on a store's page; each item carries its evidence. */

/** An address that the store publishes as its business contact. */
export const StoreEmail = z.object({
  address: z.string(),
  kind: EmailKind,
  provider: EmailProvider,
  mailState: MailState,
  /** When we asked DNS; null for `unknown`. */
  mailCheckedAt: z.nullable(z.iso.datetime()),
  evidence: Evidence,
})
export type StoreEmail = z.infer<typeof StoreEmail>

export const StorePhone = z.object({
  text: z.string(),
  e164: z.nullable(z.string()),
  country: z.nullable(z.string()),
  evidence: Evidence,
})
export type StorePhone = z.infer<typeof StorePhone>

export const StoreApp = z.object({
  handle: z.string(),
  name: z.string(),
  /** The most reliable of `sources`. */
  source: z.string(),
  sources: z.array(AppSource),
  evidence: z.nullable(Evidence),
})
export type StoreApp = z.infer<typeof StoreApp>

/** Custom pixels have the platform's number instead of a vendor's id. */
export const StorePixel = z.object({
  vendor: z.string(),
  id: z.nullable(z.string()),
  evidence: z.nullable(Evidence),
})
export type StorePixel = z.infer<typeof StorePixel>

export const StoreLanguage = z.object({ code: z.string(), evidence: Evidence })

export const StoreSocial = z.object({
  network: SocialNetwork,
  handle: z.string(),
  url: z.string(),
  evidence: Evidence,
})
export type StoreSocial = z.infer<typeof StoreSocial>

export const StorePolicy = z.object({ kind: PolicyKind, url: z.string(), evidence: Evidence })
export type StorePolicy = z.infer<typeof StorePolicy>

export const StorePaymentBrand = z.object({ id: z.string(), name: z.string(), evidence: Evidence })
export type StorePaymentBrand = z.infer<typeof StorePaymentBrand>

/** `low` = derived from descriptive text alone; see the published rule. */
export const StoreCategory = z.object({ id: Category, confidence: CategoryConfidence })
export type StoreCategory = z.infer<typeof StoreCategory>

export const RegistrationKind = z.enum(['vat', 'tax', 'register'])
export type RegistrationKind = z.infer<typeof RegistrationKind>

/** `number` as the store prints it. */
export const StoreRegistration = z.object({
  kind: RegistrationKind,
  number: z.string(),
  evidence: Evidence,
})

export const StoreMarket = z.object({ country: z.string(), currency: z.string() })
export type StoreMarket = z.infer<typeof StoreMarket>

/** What buyers think of the store as a whole: `value` out of `best`. */
export const StoreRating = z.object({ value: z.number(), best: z.number(), count: z.int() })
export type StoreRating = z.infer<typeof StoreRating>

/** `days`: 1 = Monday … 7 = Sunday; times of the store's own zone as `09:00`. */
export const StoreHours = z.object({
  days: z.array(z.int()),
  opens: z.string(),
  closes: z.string(),
})
export type StoreHours = z.infer<typeof StoreHours>

export const StoreAddress = z.object({ text: z.string(), evidence: Evidence })
