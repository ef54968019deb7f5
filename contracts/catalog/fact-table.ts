import * as z from 'zod/mini'
import { keysOf } from '#contracts/keys.ts'
import {
  App,
  EmailAddress,
  Evidence,
  PaymentBrand,
  Phone,
  Pixel,
  Policy,
  Registration,
  Social,
  StoreCategory,
  StoreEmail,
  StoreHours,
  StoreMarket,
  StoreRating,
  Theme,
  type FoundLabel,
} from './facts.ts'

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

/** Whose first item is also a separate fact. */
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
