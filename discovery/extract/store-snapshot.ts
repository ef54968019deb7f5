import type { FoundLabel } from '#contracts/catalog/facts.ts'
import {
  type FactValue,
  LIST_KEYS,
  type ListKey,
  ONE_KEYS,
  type OneKey,
} from '#contracts/catalog/fact-table.ts'
import type { Page } from '#discovery/document/page.ts'
import type { DatedSignal } from '#discovery/launch/dated-signals.ts'
import type { ParsedProducts } from '#discovery/products/parse-products.ts'

export type {
  App,
  EmailAddress,
  Phone,
  Registration,
  Social,
  StoreHours as OpeningHours,
  StoreMarket as Market,
  StoreRating as Rating,
  Theme,
} from '#contracts/catalog/facts.ts'

/** A value with the place where it was found. */
export type Fact<Value> = {
  value: Value
  label: FoundLabel
  evidence: { url: string; path: string; observedAt: string }
}

/** What pages state of each fact; `null` and `[]` = not published. */
export type OneFacts = { [Key in OneKey]: Fact<FactValue<Key>> | null }
export type ListFacts = { [Key in ListKey]: Fact<FactValue<Key>>[] }
export type ReadFacts = OneFacts & ListFacts

/** All public facts about a store at one moment. */
export type StoreSnapshot = ReadFacts & {
  isStore: boolean
  /** The reason, when `isStore` is false. */
  notStoreReason: string | null
  /** The first page of its catalogue, if it was read. */
  catalogue: Fact<CatalogueSummary> | null
  /** Handles, in the order of the home page. */
  homeProducts: Fact<string[]> | null
  /** Handles of the collections that the shop calls its best sellers. */
  bestSellerCollections: Fact<string[]> | null
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

// Safe: nothing was read, whether the fact is a list or not.
const noFacts = (): ReadFacts =>
  Object.fromEntries([
    ...ONE_KEYS.map((key) => [key, null]),
    ...LIST_KEYS.map((key) => [key, []]),
  ]) as ReadFacts

/** A snapshot without facts, with the reason why the host is not a store. */
export const notAStore = (reason: string): StoreSnapshot => ({
  ...noFacts(),
  isStore: false,
  notStoreReason: reason,
  catalogue: null,
  homeProducts: null,
  bestSellerCollections: null,
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
