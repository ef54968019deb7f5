import * as z from 'zod/mini'

/**
 * How sure a shown value is: `observed` = read as published; `detected` = recognised by a rule in
 * published markup; `inferred` = derived from other facts; `estimated` = a range with a method;
 * `unavailable` = not published.
 */
export const FactLabel = z.enum(['observed', 'detected', 'inferred', 'estimated', 'unavailable'])
export type FactLabel = z.infer<typeof FactLabel>
/** Of something that was found. */
export type FoundLabel = Exclude<FactLabel, 'unavailable'>

/**
 * Where a value was seen and how sure it is. `unavailable` has neither URL nor place, unless the
 * store published the value earlier: then they say where it was last seen, and `goneAt` says when
 * we found it missing.
 */
export const Evidence = z.object({
  label: FactLabel,
  sourceUrl: z.nullable(z.string()),
  /** Place inside the source, e.g. `Shopify.theme`, `meta.json#country`, `footer text`. */
  path: z.nullable(z.string()),
  observedAt: z.nullable(z.iso.datetime()),
  goneAt: z.optional(z.iso.datetime()),
})
export type Evidence = z.infer<typeof Evidence>

export const LaunchConfidence = z.enum(['high', 'medium', 'low'])
export type LaunchConfidence = z.infer<typeof LaunchConfidence>

/** `new` counts in every list and figure; `established` appears only on request. */
export const LaunchStatus = z.enum(['new', 'established'])
export type LaunchStatus = z.infer<typeof LaunchStatus>

/** A fact that no visit has seen for longer than this is hidden and deleted. */
export const FACTS_KEPT_DAYS = 180
/** Limit per account for each call about one store, well above what a person looks at. */
export const STORE_DETAILS_PER_HOUR = 2_000
/** Names one store: digits are its id, any other text its slug. */
export const storeParams = z.object({ id: z.string().check(z.minLength(1), z.maxLength(253)) })

/**
 * `role` = a mailbox of the business (info@, the shop's name); `personal` = looks like the address
 * of a person.
 */
export const EmailKind = z.enum(['role', 'personal'])

/**
 * What DNS says about a mail domain. `unknown` = not asked yet, or no answer. It never proves that
 * a mailbox exists.
 */
export const MailHostState = z.enum(['has_mx', 'no_mx', 'unknown'])
export type MailHostState = z.infer<typeof MailHostState>

/** Of an address; `bounced` = mail to it came back, see `contracts/catalog/bounces.ts`. */
export const MailState = z.enum([...MailHostState.options, 'bounced'])
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

/** The theme product, e.g. "Dawn" (`schemaName`), and the merchant's label for it (`name`). */
export const Theme = z.object({
  name: z.nullable(z.string()),
  id: z.nullable(z.string()),
  schemaName: z.nullable(z.string()),
  schemaVersion: z.nullable(z.string()),
  themeStoreId: z.nullable(z.number()),
})
export type Theme = z.infer<typeof Theme>

const Address = z.object({
  address: z.string(),
  kind: EmailKind,
  /** Owner of the mail domain: the shop, a public mail provider, or a third party. */
  provider: z.enum(['own', 'free_mail', 'other']),
})
export const EmailAddress = z.extend(Address, {
  /**
   * A role address, or one in a place where a shop states how to reach it: contact page, footer,
   * contact link.
   */
  isBusinessContact: z.boolean(),
})
export type EmailAddress = z.infer<typeof EmailAddress>

export const StoreEmail = z.extend(Address, {
  mailState: MailState,
  /** The account itself said that mail to it comes back, or that it does not. */
  isOwnState: z.boolean(),
  /** When we asked DNS; null for `unknown`. */
  mailCheckedAt: z.nullable(z.iso.datetime()),
  evidence: Evidence,
})
export type StoreEmail = z.infer<typeof StoreEmail>

/** `country` = ISO 3166-1 alpha-2, if the number reveals it. */
export const Phone = z.object({
  text: z.string(),
  e164: z.nullable(z.string()),
  country: z.nullable(z.string()),
})
export type Phone = z.infer<typeof Phone>

/** `source` = the most reliable of `sources`. */
export const App = z.object({
  handle: z.string(),
  name: z.string(),
  source: z.string(),
  sources: z.array(AppSource),
})
export type App = z.infer<typeof App>

/** Custom pixels have the platform's number instead of a vendor's id. */
export const Pixel = z.object({ vendor: z.string(), id: z.nullable(z.string()) })

export const Social = z.object({ network: SocialNetwork, handle: z.string(), url: z.string() })
export type Social = z.infer<typeof Social>

export const Policy = z.object({ kind: PolicyKind, url: z.string() })

export const PaymentBrand = z.object({ id: z.string(), name: z.string() })

/** `low` = derived from descriptive text alone; see the published rule. */
export const StoreCategory = z.object({ id: Category, confidence: CategoryConfidence })

export const RegistrationKind = z.enum(['vat', 'tax', 'register'])
export type RegistrationKind = z.infer<typeof RegistrationKind>

/** `number` as the store prints it. */
export const Registration = z.object({ kind: RegistrationKind, number: z.string() })
export type Registration = z.infer<typeof Registration>

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
