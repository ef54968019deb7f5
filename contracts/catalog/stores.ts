import * as z from 'zod/mini'
import { dateFields, Day, validDateRange } from '#contracts/date-fields.ts'
import { endpoint } from '#contracts/endpoint.ts'
import { StoreId } from '#contracts/ids.ts'
import { filterFields, filterKeys, FilterKeySchema } from './store-filters.ts'
import {
  Category,
  EmailKind,
  Evidence,
  LaunchConfidence,
  LaunchStatus,
  MailState,
  STORE_DETAILS_PER_HOUR,
  storeParams,
} from './facts.ts'
import { FactKey, factFields } from './fact-table.ts'
import { StoreScore } from './score.ts'
import { profileField, ScorePoints } from './score-profile.ts'
import { MovedReason, SignalKind, SignalRole } from './signals.ts'
import { asOfField, pageFields, pageOf, SortDirection } from '#contracts/paging.ts'

/**
 * `OPEN` = anyone may enter; `PASSWORD_PROTECTED` = behind the platform's password page; `CLOSED` =
 * not reachable.
 */
export const StoreStatus = z.enum(['OPEN', 'PASSWORD_PROTECTED', 'CLOSED'])
export type StoreStatus = z.infer<typeof StoreStatus>

const foundFields = {
  /** UTC day on which we could first have found the store. */
  foundDay: Day,
  foundAt: z.iso.datetime(),
  /** When it became visible in Storedawn. */
  visibleAt: z.iso.datetime(),
  /** When it last opened from behind its password page. */
  openedAt: z.nullable(z.iso.datetime()),
}

const launchFields = {
  launchStatus: LaunchStatus,
  launchDate: z.nullable(Day),
  launchConfidence: LaunchConfidence,
}

export const StoreSummary = z.object({
  id: StoreId,
  /**
   * The platform handle, i.e. the part before `.myshopify.com`; addresses may use it instead of the
   * id.
   */
  slug: z.string(),
  name: z.string(),
  domain: z.string(),
  ...foundFields,
  ...launchFields,
  /** The shop is older than its current address; the details give the reason. */
  movedHere: z.boolean(),
  status: StoreStatus,
  country: z.nullable(z.string()),
  region: z.nullable(z.string()),
  city: z.nullable(z.string()),
  currency: z.nullable(z.string()),
  language: z.nullable(z.string()),
  category: z.nullable(Category),
  themeName: z.nullable(z.string()),
  productCount: z.nullable(z.int()),
  /** Prices of its products in its currency; null when prices or currency are unknown. */
  price: z.nullable(z.object({ min: z.string(), median: z.string(), max: z.string() })),
  /** Share of its priced products that have a real former price, 0..1. */
  discountShare: z.nullable(z.number()),
  apps: z.array(z.object({ handle: z.string(), name: z.string() })),
  pixels: z.array(z.string()),
  socials: z.array(z.string()),
  /** At least one of its products is trending or has been. */
  hasTrending: z.boolean(),
  hasEmail: z.boolean(),
  hasPhone: z.boolean(),
  /** The business contact that the store publishes. */
  email: z.nullable(z.string()),
  emailKind: z.nullable(EmailKind),
  emailState: z.nullable(MailState),
  phone: z.nullable(z.string()),
  hasContactForm: z.boolean(),
  contactFormUrl: z.nullable(z.string()),
  /**
   * The store publishes an address or a number, but both are omitted: the account has used up
   * today's contacts of its plan. Resets at UTC midnight.
   */
  contactsLimited: z.boolean(),
  logoUrl: z.nullable(z.string()),
  /**
   * The line of the account's list "Not these" that hides it, where a query asks for hidden stores.
   */
  hiddenBy: z.nullable(z.string()),
  isSaved: z.boolean(),
  /** The tags that the account gave it, if it is saved. */
  tags: z.array(z.string()),
})
export type StoreSummary = z.infer<typeof StoreSummary>

export const StoreSort = z.enum([
  'foundAt',
  /** The time at which it became visible or, if that was later, opened. */
  'visibleAt',
  'launchDate',
  'name',
  'productCount',
  'country',
  'price',
  'appCount',
  /** The points of the profile. */
  'score',
])
export type StoreSort = z.infer<typeof StoreSort>

/**
 * `new` = newly launched stores, which count everywhere; `established` = older stores that we
 * found; `all` = both.
 */
export const StoreScope = z.enum(['new', 'established', 'all'])
export type StoreScope = z.infer<typeof StoreScope>

/** Selects stores. The list, its counts, exports and saved searches share these fields. */
export const storeQueryFields = {
  ...dateFields,
  launchStatus: z._default(StoreScope, 'new'),
  ...filterFields,
  /** By which they are scored; without it by the default. */
  profile: z.optional(profileField),
}

export const listStores = endpoint({
  name: 'listStores',
  method: 'GET',
  path: '/api/stores',
  access: 'paid',
  summary:
    'Newly launched stores found on the dates; `launchStatus` selects the others. Each filter takes comma-separated values (any of them matches), `-` before a value to exclude it, and `unknown` for stores whose value is not known.',
  query: z
    .object({
      ...storeQueryFields,
      ...pageFields,
      sortBy: z._default(StoreSort, 'foundAt'),
      sortDirection: z._default(SortDirection, 'DESC'),
      cursor: z.optional(z.string().check(z.maxLength(300))),
      /** Scores of the rows, whatever their order; `factors` also says what each factor gave. */
      withScores: z.optional(z.enum(['yes', 'no', 'factors'])),
    })
    .check(validDateRange),
  response: z.extend(pageOf(StoreSummary), {
    ...asOfField,
    /** Lists that are not the caller's: the query is answered without them. */
    ignoredLists: z.optional(z.array(z.string())),
    /**
     * Of the rows: the sum of their points, and of the weights of what is known. With `withScores`,
     * and where a query sorts or filters by score.
     */
    scores: z.optional(
      z.array(
        z.object({
          id: StoreId,
          points: ScorePoints,
          known: ScorePoints,
          factors: z.optional(StoreScore.shape.factors),
        }),
      ),
    ),
  }),
})

export const Facet = z.object({
  key: FilterKeySchema,
  /**
   * Stores that the list would show if the filter had this value alone, all other filters
   * unchanged. Most frequent first, or in the order of a closed list.
   */
  options: z.array(z.object({ value: z.string(), label: z.nullable(z.string()), count: z.int() })),
  unknown: z.int(),
  /**
   * For filters with several values per store: stores with at least one value, and stores known to
   * have none.
   */
  any: z.nullable(z.int()),
  none: z.nullable(z.int()),
  /** Number of further options that `options` omits. */
  more: z.int(),
})
export type Facet = z.infer<typeof Facet>

export const listFacets = endpoint({
  name: 'listFacets',
  method: 'GET',
  path: '/api/stores/facets',
  access: 'paid',
  summary:
    'The number of stores that each value of the requested filters would leave, with the total of the list for the same query.',
  query: z
    .object({
      ...storeQueryFields,
      /** Filter keys, comma-separated. */
      groups: z.string().check(z.maxLength(filterKeys.join(',').length)),
      /** Only options whose name contains this text. */
      find: z.optional(z.string().check(z.maxLength(60))),
    })
    .check(validDateRange),
  response: z.object({ total: z.int(), facets: z.array(Facet), ...asOfField }),
})

export const listStoreDays = endpoint({
  name: 'listStoreDays',
  method: 'GET',
  path: '/api/stores/calendar',
  access: 'paid',
  summary:
    'Stores and merchant leads per day found, for days that have any. Takes the same filters as the list.',
  query: z.object(storeQueryFields).check(validDateRange),
  response: z.object({
    days: z.array(z.object({ day: Day, stores: z.int(), leads: z.int() })),
    ...asOfField,
  }),
})

const StoreImage = z.object({
  imageType: z.enum(['logo', 'homepage_screenshot']),
  imageUrl: z.nullable(z.string()),
  signedUrl: z.nullable(z.string()),
  imageData: z.nullable(z.string()),
})

export const StoreSignal = z.object({
  kind: SignalKind,
  /** The moment that the signal indicates, not the time when we read it. */
  at: z.iso.datetime(),
  role: SignalRole,
  evidence: Evidence,
})

/**
 * A time in which a store kept its status, dated by our visits; `to` is null for the current one.
 */
export const StatusSpan = z.object({
  status: StoreStatus,
  from: z.iso.datetime(),
  to: z.nullable(z.iso.datetime()),
})
export type StatusSpan = z.infer<typeof StatusSpan>

// The document of the API lists these in another order than the table of facts.
const {
  shopifyApps,
  storePixels,
  city,
  region,
  shipsTo,
  languages,
  aboutLanguage,
  category,
  emails,
  phones,
  contactFormUrl,
  socials,
  policies,
  ...otherFields
} = factFields

/** `shopifyShop` etc. hold the plain values of facts. */
export const StoreDetails = z.object({
  id: StoreId,
  slug: z.string(),
  name: z.string(),
  shopifyShop: z.nullable(z.string()),
  shopifyShopId: z.nullable(z.string()),
  shopifyWebsiteDomain: z.string(),
  aboutStore: z.nullable(z.string()),
  shopifyEmail: z.nullable(z.string()),
  shopifyPhone: z.nullable(z.string()),
  /** `OPEN` means no password page; anything else means protected or gone. */
  status: StoreStatus,
  shopifyCountry: z.nullable(z.string()),
  shopifyCurrency: z.nullable(z.string()),
  shopifyLang: z.nullable(z.string()),
  /**
   * `[year, month, day, hour, minute, second]` in UTC, derived from the signals; null when no
   * signal gives a date.
   */
  shopifyShopCreatedDate: z.nullable(z.array(z.int())),
  productCount: z.nullable(z.int()),
  /** JSON text of `{name, schemaName, schemaVersion, id, themeStoreId}`. */
  shopifyTheme: z.nullable(z.string()),
  shopifyApps,
  storePixels,
  images: z.array(StoreImage),
  city,
  region,
  shipsTo,
  languages,
  aboutLanguage,
  category,
  emails,
  phones,
  /** The store publishes an address or a number, but all contacts are omitted, as in the list. */
  contactsLimited: z.boolean(),
  contactFormUrl,
  socials,
  policies,
  ...otherFields,
  ...foundFields,
  lastCheckedAt: z.iso.datetime(),
  ...launchFields,
  /**
   * The sentence of the published rule that decided the verdict, as a key of
   * `store-details.launchReason`.
   */
  launchReason: z.string(),
  /** The shop is older than its current address; `movedReason` names the evidence. */
  movedHere: z.boolean(),
  movedReason: z.nullable(MovedReason),
  /** Evidence by fact; `unavailable` when the store publishes no value. */
  evidence: z.partialRecord(FactKey, Evidence),
  signals: z.array(StoreSignal),
  /** Its status from our first visit on, the oldest first, without gaps. */
  statusSpans: z.array(StatusSpan),
  isSaved: z.boolean(),
})
export type StoreDetails = z.infer<typeof StoreDetails>

export const getStoreDetails = endpoint({
  name: 'getStoreDetails',
  method: 'GET',
  path: '/api/stores/details/:id',
  access: 'paid',
  summary: `One store by id (digits) or slug. At most ${STORE_DETAILS_PER_HOUR} an hour for each account.`,
  params: storeParams,
  response: StoreDetails,
})
