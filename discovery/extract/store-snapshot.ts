import type { FactLabel, SignalKind } from '#contracts/facts.ts'

/** A value with the place where it was seen. */
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

export type EmailAddress = { address: string; kind: 'role' | 'personal' }

/** A dated trace of the shop's age, see `contracts/facts.ts`. */
export type DatedSignal = {
  kind: SignalKind
  at: string
  label: Exclude<FactLabel, 'unavailable'>
  evidence: { url: string; path: string; observedAt: string }
  /** Extra figures of the rule, e.g. how many products share the date. */
  detail?: Record<string, number | string>
}

/** All that is public about a store at one moment. `null` and `[]` = not published. */
export type StoreSnapshot = {
  isStore: boolean
  /** Why not, when `isStore` is false. */
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
  logo: Fact<string> | null
  emails: Fact<EmailAddress>[]
  phones: Fact<{ text: string; e164: string | null }>[]
  pixels: Fact<{ vendor: string; id: string | null }>[]
  apps: Fact<{ handle: string; name: string; source: 'app_block' | 'extension' | 'script_tag' | 'pixel' }>[]
  signals: DatedSignal[]
}

/** A document that was fetched (or read from a file), as the extractors take it. */
export type Page = {
  url: string
  status: number
  headers: Record<string, string>
  body: Uint8Array
  fetchedAt: string
}

/** The pages of one visit. Any of them may be missing. */
export type VisitPages = {
  home: Page | null
  meta: Page | null
  products: Page | null
  /** Contact and policy pages. */
  contact: Page[]
}
