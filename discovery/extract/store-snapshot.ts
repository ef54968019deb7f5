import type {
  AppSource,
  Category,
  CategoryConfidence,
  EmailKind,
  EmailProvider,
  FactLabel,
  PolicyKind,
  RegistrationKind,
  SocialNetwork,
} from '#contracts/stores/facts.ts'
import type { Page } from '#discovery/document/page.ts'
import type { DatedSignal } from '#discovery/launch/dated-signals.ts'
import type { ParsedProducts } from '#discovery/products/parse-products.ts'

/** A value with the place where it was found. */
export type Fact<Value> = {
  value: Value
  label: Exclude<FactLabel, 'unavailable'>
  evidence: { url: string; path: string; observedAt: string }
}

export type Theme = {
  /** The merchant's label. */
  name: string | null
  id: string | null
  /** The theme product, e.g. "Dawn". */
  schemaName: string | null
  schemaVersion: string | null
  themeStoreId: number | null
}

export type EmailAddress = {
  address: string
  kind: EmailKind
  provider: EmailProvider
  /**
   * A role address, or one in a place where a shop states how to reach it: contact page, footer,
   * contact link.
   */
  isBusinessContact: boolean
}

/** `country` = ISO 3166-1 alpha-2, if the number reveals it. */
export type Phone = { text: string; e164: string | null; country: string | null }

/** `source` = the most certain of `sources`. */
export type App = { handle: string; name: string; source: AppSource; sources: AppSource[] }

export type Social = { network: SocialNetwork; handle: string; url: string }

/** `number` as printed. */
export type Registration = { kind: RegistrationKind; number: string }

export type Market = { country: string; currency: string }

/** `value` out of `best`. */
export type Rating = { value: number; best: number; count: number }

/** `days`: 1 = Monday … 7 = Sunday; times as `09:00`. */
export type OpeningHours = { days: number[]; opens: string; closes: string }

/** All public facts about a store at one moment. `null` and `[]` = not published. */
export type StoreSnapshot = {
  isStore: boolean
  /** The reason, when `isStore` is false. */
  notStoreReason: string | null
  /** Platform host, e.g. `790fd8-3.myshopify.com`. */
  shop: Fact<string> | null
  shopId: Fact<string> | null
  domain: Fact<string> | null
  name: Fact<string> | null
  about: Fact<string> | null
  status: Fact<'open' | 'password_protected'> | null
  /** The shop's own country (ISO 3166-1 alpha-2), never the visitor's market. */
  country: Fact<string> | null
  /** The shop's own currency (ISO 4217), never the visitor's. */
  currency: Fact<string> | null
  locale: Fact<string> | null
  theme: Fact<Theme> | null
  productCount: Fact<number> | null
  /** The first page of its catalogue, if it was read. */
  catalogue: Fact<CatalogueSummary> | null
  /** Handles, in the order of the home page. */
  homeProducts: Fact<string[]> | null
  /** Handles of the collections that the shop calls its best sellers. */
  bestSellerCollections: Fact<string[]> | null
  logo: Fact<string> | null
  emails: Fact<EmailAddress>[]
  phones: Fact<Phone>[]
  pixels: Fact<{ vendor: string; id: string | null }>[]
  apps: Fact<App>[]
  city: Fact<string> | null
  region: Fact<string> | null
  /** Countries that the shop says it ships to (ISO 3166-1 alpha-2). */
  shipsTo: Fact<string[]> | null
  /** Languages in which the shop can be read (ISO 639-1), its main one first. */
  languages: Fact<string>[]
  /** Language of `about`, if the text is long enough to detect it. */
  aboutLanguage: Fact<string> | null
  category: Fact<{ id: Category; confidence: CategoryConfidence }> | null
  paymentBrands: Fact<{ id: string; name: string }>[]
  socials: Fact<Social>[]
  policies: Fact<{ kind: PolicyKind; url: string }>[]
  /** Address of the page with the form. */
  contactForm: Fact<string> | null
  /** As printed in a legal notice or contact information. */
  company: Fact<string> | null
  responsible: Fact<string> | null
  address: Fact<string> | null
  /** For returns, warehouses, shops in town. */
  furtherAddresses: Fact<string>[]
  /** Tax and company register numbers. */
  registrations: Fact<Registration>[]
  markets: Fact<Market[]> | null
  /** Order value from which shipping is free, as printed. */
  freeShipping: Fact<string> | null
  payLater: Fact<{ id: string; name: string }>[]
  /** Rates the shop as a whole. */
  rating: Fact<Rating> | null
  openingHours: Fact<OpeningHours[]> | null
  /**
   * Pages that were read completely: a fact that was on one of them before and is missing now is
   * gone.
   */
  pagesRead: string[]
  signals: DatedSignal[]
}

/** The pages of one visit. Any of them may be missing. */
export type VisitPages = {
  home: Page | null
  meta: Page | null
  products: Page | null
  /** Contact and policy pages. */
  contact: Page[]
}

/** The document that a fact was read from. */
export type Source = { url: string; fetchedAt: string }

export function factOf<Value>(
  value: Value,
  label: Fact<Value>['label'],
  source: Source,
  path: string,
): Fact<Value> {
  return { value, label, evidence: { url: source.url, path, observedAt: source.fetchedAt } }
}

/** A snapshot without facts, with the reason why the host is not a store. */
export const notAStore = (reason: string): StoreSnapshot => ({
  isStore: false,
  notStoreReason: reason,
  shop: null,
  shopId: null,
  domain: null,
  name: null,
  about: null,
  status: null,
  country: null,
  currency: null,
  locale: null,
  theme: null,
  productCount: null,
  catalogue: null,
  homeProducts: null,
  bestSellerCollections: null,
  logo: null,
  emails: [],
  phones: [],
  pixels: [],
  apps: [],
  city: null,
  region: null,
  shipsTo: null,
  languages: [],
  aboutLanguage: null,
  category: null,
  paymentBrands: [],
  socials: [],
  policies: [],
  contactForm: null,
  company: null,
  responsible: null,
  address: null,
  furtherAddresses: [],
  registrations: [],
  markets: null,
  freeShipping: null,
  payLater: [],
  rating: null,
  openingHours: null,
  pagesRead: [],
  signals: [],
})

/** The first page of a catalogue as seen by a visit. */
export type CatalogueSummary = {
  /** Number of products requested. */
  limit: number
  /** Products on the page; fewer than `limit` = this is the whole catalogue. */
  listed: number
  problem: ParsedProducts['problem']
}
