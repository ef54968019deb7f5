import * as z from 'zod/mini'
import { dateFields, Day, soundRange } from '#contracts/dates.ts'
import { endpoint } from '#contracts/endpoint.ts'
import {
  Evidence,
  LaunchConfidence,
  LaunchStatus,
  MovedReason,
  SignalKind,
  SignalRole,
} from '#contracts/facts.ts'
import { pageFields, pageOf, SortDirection } from '#contracts/paging.ts'
import {
  StoreApp,
  StoreCategory,
  StoreEmail,
  StoreLanguage,
  StorePaymentBrand,
  StorePhone,
  StorePixel,
  StorePolicy,
  StoreSocial,
} from '#contracts/store-facts.ts'

/** `OPEN` = anyone may enter; `PASSWORD_PROTECTED` = behind the platform's password page; the rest is not reachable. */
export const StoreStatus = z.enum(['OPEN', 'PASSWORD_PROTECTED', 'CLOSED'])
export type StoreStatus = z.infer<typeof StoreStatus>

export const StoreSummary = z.object({
  id: z.int(),
  /** The platform handle, the part before `.myshopify.com`; usable instead of the id in addresses. */
  slug: z.string(),
  name: z.string(),
  domain: z.string(),
  /** UTC day on which the store could first be found. */
  foundDay: Day,
  foundAt: z.iso.datetime(),
  /** When it became visible here. */
  visibleAt: z.iso.datetime(),
  launchStatus: LaunchStatus,
  launchDate: z.nullable(Day),
  launchConfidence: LaunchConfidence,
  /** The shop is older than its place here; why, the details tell. */
  movedHere: z.boolean(),
  status: StoreStatus,
  country: z.nullable(z.string()),
  currency: z.nullable(z.string()),
  language: z.nullable(z.string()),
  themeName: z.nullable(z.string()),
  productCount: z.nullable(z.int()),
  hasEmail: z.boolean(),
  hasPhone: z.boolean(),
  logoUrl: z.nullable(z.string()),
})
export type StoreSummary = z.infer<typeof StoreSummary>

export const StoreSort = z.enum(['foundAt', 'visibleAt', 'name', 'productCount', 'country'])
export type StoreSort = z.infer<typeof StoreSort>

export const listStores = endpoint({
  name: 'listStores',
  method: 'GET',
  path: '/api/stores',
  access: 'paid',
  summary: 'Newly launched stores found on the dates; `launchStatus=established` asks for the others.',
  query: z
    .object({
      ...dateFields,
      ...pageFields,
      sortBy: z._default(StoreSort, 'foundAt'),
      sortDirection: z._default(SortDirection, 'DESC'),
      launchStatus: z._default(LaunchStatus, 'new'),
      cursor: z.optional(z.string().check(z.maxLength(300))),
    })
    .check(soundRange),
  response: pageOf(StoreSummary),
})

export const StoreImage = z.object({
  imageType: z.enum(['logo', 'homepage_screenshot']),
  imageUrl: z.nullable(z.string()),
  signedUrl: z.nullable(z.string()),
  imageData: z.nullable(z.string()),
})

export const StoreSignal = z.object({
  kind: SignalKind,
  /** The moment that the signal points at, not when it was read. */
  at: z.iso.datetime(),
  /** What it says for the verdict. */
  role: SignalRole,
  evidence: Evidence,
})

/** Names of the facts that tell their evidence; `shopifyShop` etc. hold the bare values. */
export const FactKey = z.enum([
  'shop',
  'shopId',
  'domain',
  'name',
  'about',
  'status',
  'country',
  'currency',
  'locale',
  'theme',
  'productCount',
  'email',
  'phone',
  'logo',
  'apps',
  'pixels',
  'city',
  'region',
  'shipsTo',
  'languages',
  'aboutLanguage',
  'category',
  'paymentBrands',
  'socials',
  'policies',
  'contactForm',
  'company',
  'responsible',
  'address',
])
export type FactKey = z.infer<typeof FactKey>

export const StoreDetails = z.object({
  id: z.int(),
  slug: z.string(),
  name: z.string(),
  shopifyShop: z.nullable(z.string()),
  shopifyShopId: z.nullable(z.string()),
  shopifyWebsiteDomain: z.string(),
  aboutStore: z.nullable(z.string()),
  shopifyEmail: z.nullable(z.string()),
  shopifyPhone: z.nullable(z.string()),
  /** `OPEN` means not password protected; anything else means protected or gone. */
  status: StoreStatus,
  shopifyCountry: z.nullable(z.string()),
  shopifyCurrency: z.nullable(z.string()),
  shopifyLang: z.nullable(z.string()),
  /** `[year, month, day, hour, minute, second]` in UTC, derived from the signals; null when nothing dates the shop. */
  shopifyShopCreatedDate: z.nullable(z.array(z.int())),
  productCount: z.nullable(z.int()),
  /** JSON text of `{name, schemaName, schemaVersion, id, themeStoreId}`. */
  shopifyTheme: z.nullable(z.string()),
  shopifyApps: z.array(StoreApp),
  storePixels: z.array(StorePixel),
  images: z.array(StoreImage),
  city: z.nullable(z.string()),
  region: z.nullable(z.string()),
  /** Countries that it says it ships to (ISO 3166-1 alpha-2). */
  shipsTo: z.array(z.string()),
  /** Languages in which it can be read (ISO 639-1), its main one first. */
  languages: z.array(StoreLanguage),
  /** Language of `aboutStore`. */
  aboutLanguage: z.nullable(z.string()),
  category: z.nullable(StoreCategory),
  emails: z.array(StoreEmail),
  phones: z.array(StorePhone),
  contactFormUrl: z.nullable(z.string()),
  socials: z.array(StoreSocial),
  policies: z.array(StorePolicy),
  paymentBrands: z.array(StorePaymentBrand),
  /** As a legal notice or contact information prints them. */
  companyName: z.nullable(z.string()),
  responsiblePerson: z.nullable(z.string()),
  companyAddress: z.nullable(z.string()),
  foundDay: Day,
  foundAt: z.iso.datetime(),
  visibleAt: z.iso.datetime(),
  lastCheckedAt: z.iso.datetime(),
  launchStatus: LaunchStatus,
  launchDate: z.nullable(Day),
  launchConfidence: LaunchConfidence,
  /** The sentence of the printed rule that decided, as a key of `store-details.launchReason`. */
  launchReason: z.string(),
  /** The shop is older than its place here, by what `movedReason` names. */
  movedHere: z.boolean(),
  movedReason: z.nullable(MovedReason),
  /** Evidence by fact; `unavailable` where nothing is published. */
  evidence: z.partialRecord(FactKey, Evidence),
  signals: z.array(StoreSignal),
})
export type StoreDetails = z.infer<typeof StoreDetails>

export const getStoreDetails = endpoint({
  name: 'getStoreDetails',
  method: 'GET',
  path: '/api/stores/details/:id',
  access: 'paid',
  summary: 'One store by id (digits) or slug.',
  params: z.object({ id: z.string().check(z.minLength(1), z.maxLength(253)) }),
  response: StoreDetails,
})
