import * as z from 'zod/mini'
import { keysOf } from '#contracts/keys.ts'

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
export type EmailKind = z.infer<typeof EmailKind>

/** Owner of the mail domain: the shop, a public mail provider, or a third party. */
export const EmailProvider = z.enum(['own', 'free_mail', 'other'])
export type EmailProvider = z.infer<typeof EmailProvider>

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
const Theme = z.object({
  name: z.nullable(z.string()),
  id: z.nullable(z.string()),
  schemaName: z.nullable(z.string()),
  schemaVersion: z.nullable(z.string()),
  themeStoreId: z.nullable(z.number()),
})
export type Theme = z.infer<typeof Theme>

const Address = z.object({ address: z.string(), kind: EmailKind, provider: EmailProvider })
const EmailAddress = z.extend(Address, {
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
const Phone = z.object({
  text: z.string(),
  e164: z.nullable(z.string()),
  country: z.nullable(z.string()),
})
export type Phone = z.infer<typeof Phone>

/** `source` = the most reliable of `sources`. */
const App = z.object({
  handle: z.string(),
  name: z.string(),
  source: z.string(),
  sources: z.array(AppSource),
})
export type App = z.infer<typeof App>

/** Custom pixels have the platform's number instead of a vendor's id. */
const Pixel = z.object({ vendor: z.string(), id: z.nullable(z.string()) })

const Social = z.object({ network: SocialNetwork, handle: z.string(), url: z.string() })
export type Social = z.infer<typeof Social>

const Policy = z.object({ kind: PolicyKind, url: z.string() })

const PaymentBrand = z.object({ id: z.string(), name: z.string() })

/** `low` = derived from descriptive text alone; see the published rule. */
const StoreCategory = z.object({ id: Category, confidence: CategoryConfidence })

export const RegistrationKind = z.enum(['vat', 'tax', 'register'])
export type RegistrationKind = z.infer<typeof RegistrationKind>

/** `number` as the store prints it. */
const Registration = z.object({ kind: RegistrationKind, number: z.string() })
export type Registration = z.infer<typeof Registration>

const StoreMarket = z.object({ country: z.string(), currency: z.string() })
export type StoreMarket = z.infer<typeof StoreMarket>

/** What buyers think of the store as a whole: `value` out of `best`. */
const StoreRating = z.object({ value: z.number(), best: z.number(), count: z.int() })
export type StoreRating = z.infer<typeof StoreRating>

/** `days`: 1 = Monday … 7 = Sunday; times of the store's own zone as `09:00`. */
const StoreHours = z.object({
  days: z.array(z.int()),
  opens: z.string(),
  closes: z.string(),
})
export type StoreHours = z.infer<typeof StoreHours>

type Schema = z.ZodMiniType
const evidence = { evidence: Evidence }

/** How a list of items, each with its own evidence, is kept and shown. */
export type ListRule<Item> = {
  /** Of an item. */
  value: z.ZodMiniType<Item>
  labels: readonly FoundLabel[]
  /** The field of a store's details, and an item there. */
  field: string
  shown: Schema
  /** Items with the same text are the same thing, however each page writes it. */
  same: (item: Item) => string
  /** The name of its first item as a fact of its own: the address or number to use. */
  first?: string
  /** What the details call an item that is a text. */
  textAs?: string
  /** Other items are not stored at all. */
  isStored?: (item: Item) => boolean
}
const many = <Item, const Rule extends Omit<ListRule<Item>, 'value'>>(
  value: z.ZodMiniType<Item>,
  rule: Rule,
) => ({ value, ...rule })

const published = ['observed'] as const
const recognised = ['detected'] as const
const derived = ['inferred'] as const
const readOrRecognised = [...published, ...recognised] as const
const readOrDerived = [...published, ...derived] as const
const anyWay = [...published, ...recognised, ...derived] as const

const brandRule = {
  labels: readOrRecognised,
  shown: z.extend(PaymentBrand, evidence),
  same: ({ id }: { id: string }) => id,
}

/**
 * The facts about a store, in the order of their evidence. `value` = what the database keeps,
 * `labels` = how sure it can be, `field` = where a store's details show it, if not from a column of
 * the store.
 */
export const FACTS = {
  /** Platform host, e.g. `790fd8-3.myshopify.com`. */
  shop: { value: z.string(), labels: readOrDerived },
  shopId: { value: z.string(), labels: readOrDerived },
  domain: { value: z.string(), labels: published },
  name: { value: z.string(), labels: readOrRecognised },
  about: { value: z.string(), labels: published },
  status: { value: z.enum(['open', 'password_protected']), labels: recognised },
  /** The shop's own country (ISO 3166-1 alpha-2), never the visitor's market. */
  country: { value: z.string(), labels: readOrDerived },
  /** The shop's own currency (ISO 4217), never the visitor's. */
  currency: { value: z.string(), labels: readOrDerived },
  locale: { value: z.string(), labels: published },
  theme: { value: Theme, labels: published },
  productCount: { value: z.number(), labels: readOrDerived },
  emails: many(EmailAddress, {
    labels: readOrRecognised,
    field: 'emails',
    shown: StoreEmail,
    same: ({ address }) => address,
    first: 'email',
    // Addresses of private persons.
    isStored: ({ isBusinessContact }) => isBusinessContact,
  }),
  phones: many(Phone, {
    labels: readOrRecognised,
    field: 'phones',
    shown: z.extend(Phone, evidence),
    same: ({ e164, text }) => e164 ?? text,
    first: 'phone',
  }),
  logo: { value: z.string(), labels: anyWay },
  apps: many(App, {
    labels: readOrRecognised,
    field: 'shopifyApps',
    shown: z.extend(App, evidence),
    same: ({ handle }) => handle,
  }),
  pixels: many(Pixel, {
    labels: anyWay,
    field: 'storePixels',
    shown: z.extend(Pixel, evidence),
    same: ({ vendor, id }) => `${vendor}\n${id}`,
  }),
  city: { value: z.string(), labels: published, field: 'city' },
  region: { value: z.string(), labels: published, field: 'region' },
  /** Countries to which the store says it ships (ISO 3166-1 alpha-2). */
  shipsTo: { value: z.array(z.string()), labels: published, field: 'shipsTo' },
  /** Languages in which the store can be read (ISO 639-1), its main one first. */
  languages: many(z.string(), {
    labels: published,
    field: 'languages',
    shown: z.object({ code: z.string(), ...evidence }),
    same: (code) => code,
    textAs: 'code',
  }),
  /** Language of `about`, if the text is long enough to detect it. */
  aboutLanguage: { value: z.string(), labels: derived, field: 'aboutLanguage' },
  category: { value: StoreCategory, labels: derived, field: 'category' },
  paymentBrands: many(PaymentBrand, { ...brandRule, field: 'paymentBrands' }),
  socials: many(Social, {
    labels: published,
    field: 'socials',
    shown: z.extend(Social, evidence),
    same: ({ network }) => network,
  }),
  policies: many(Policy, {
    labels: published,
    field: 'policies',
    shown: z.extend(Policy, evidence),
    same: ({ kind }) => kind,
  }),
  /** Address of the page with the form. */
  contactForm: { value: z.string(), labels: published, field: 'contactFormUrl' },
  /** Address of its blog, and of its page about itself. */
  blog: { value: z.string(), labels: published, field: 'blogUrl' },
  aboutPage: { value: z.string(), labels: recognised, field: 'aboutPageUrl' },
  /** As printed in a legal notice or contact information. */
  company: { value: z.string(), labels: readOrRecognised, field: 'companyName' },
  responsible: { value: z.string(), labels: recognised, field: 'responsiblePerson' },
  address: { value: z.string(), labels: readOrRecognised, field: 'companyAddress' },
  /** For returns, warehouses, shops in town. */
  furtherAddresses: many(z.string(), {
    labels: readOrRecognised,
    field: 'furtherAddresses',
    shown: z.object({ text: z.string(), ...evidence }),
    same: (text) => text,
    textAs: 'text',
  }),
  /** Tax and company register numbers. */
  registrations: many(Registration, {
    labels: readOrRecognised,
    field: 'registrations',
    shown: z.extend(Registration, evidence),
    same: ({ number }) => number,
  }),
  /** Countries of the store's own menu, with the currency in which each pays. */
  markets: { value: z.array(StoreMarket), labels: published, field: 'markets' },
  /** Order value from which shipping is free, as printed. */
  freeShipping: { value: z.string(), labels: recognised, field: 'freeShippingFrom' },
  /** Services that let buyers pay later or by instalments. */
  payLater: many(PaymentBrand, { ...brandRule, field: 'payLater' }),
  /** Rates the store as a whole. */
  rating: { value: StoreRating, labels: published, field: 'rating' },
  openingHours: { value: z.array(StoreHours), labels: published, field: 'openingHours' },
} as const

export type Facts = typeof FACTS
/** A fact as pages state it. */
export type ReadKey = keyof Facts
export type ListKey = {
  [Key in ReadKey]: Facts[Key] extends { same: unknown } ? Key : never
}[ReadKey]
export type OneKey = Exclude<ReadKey, ListKey>
/** Of a list: the value of an item. */
export type FactValue<Key extends ReadKey> = z.output<Facts[Key]['value']>

export type TextKey = { [Key in OneKey]: FactValue<Key> extends string ? Key : never }[OneKey]

/** Whose first item is a fact of its own. */
export type LedListKey = {
  [Key in ReadKey]: Facts[Key] extends { first: string } ? Key : never
}[ReadKey]
/** A fact that has evidence: every fact that was read, the first item in place of its list. */
export type FactKey = Exclude<ReadKey, LedListKey> | Facts[LedListKey]['first']
export type StoredKey = ReadKey | FactKey

type FieldKey = { [Key in ReadKey]: Facts[Key] extends { field: string } ? Key : never }[ReadKey]
type FieldSchema<Key extends FieldKey> = Facts[Key] extends { shown: infer Shown extends Schema }
  ? z.ZodMiniArray<Shown>
  : Facts[Key]['value'] extends z.ZodMiniArray
    ? Facts[Key]['value']
    : z.ZodMiniNullable<Facts[Key]['value']>
/** Of a store's details. */
export type FactFields = { [Key in FieldKey as Facts[Key]['field']]: FieldSchema<Key> }

const isList = (key: ReadKey): key is ListKey => 'same' in FACTS[key]
const isOne = (key: ReadKey): key is OneKey => !isList(key)
const hasFirst = (key: ReadKey): key is LedListKey => 'first' in FACTS[key]
const isField = (key: ReadKey): key is FieldKey => 'field' in FACTS[key]
export const READ_KEYS = keysOf(FACTS)
export const LIST_KEYS = READ_KEYS.filter(isList)
export const LED_LIST_KEYS = READ_KEYS.filter(hasFirst)
export const ONE_KEYS = READ_KEYS.filter(isOne)
export const FIELD_KEYS = READ_KEYS.filter(isField)
export const FactKey = z.enum(READ_KEYS.map((key) => (hasFirst(key) ? FACTS[key].first : key)))

function fieldSchemaOf(key: FieldKey): Schema {
  const fact = FACTS[key]
  if ('shown' in fact) return z.array<Schema>(fact.shown)
  return fact.value instanceof z.ZodMiniArray ? fact.value : z.nullable<Schema>(fact.value)
}
// Safe: `fieldSchemaOf` tells the cases of `FieldSchema` apart.
export const factFields = Object.fromEntries(
  FIELD_KEYS.map((key) => [FACTS[key].field, fieldSchemaOf(key)]),
) as FactFields
