/**
 * What the product may ask of a search engine: `embedded/` keeps all rows in the memory of each
 * process, `clickhouse/` asks a server. An engine says which stores and products match, in which
 * order and how many; their details come from the database by their ids.
 */
import type { ScoreProfile } from '#contracts/catalog/score-profile.ts'
import type { FilterChoices, FilterKey } from '#contracts/catalog/store-filters.ts'
import type { Facet, StoreScope, StoreSort } from '#contracts/catalog/stores.ts'
import type { TrendBadge } from '#contracts/catalog/trending.ts'
import type { Day } from '#contracts/dates.ts'
import type { ClusterId, StoreId, UserId } from '#contracts/ids.ts'
import type { MarkKey } from './store-values.ts'

/** Both ends included; null = all days. */
export type DaySpan = { from: Day; to: Day } | null

/**
 * The stores that an account marked, by value; a filter of yes or no has the value `yes`. Engines
 * keep them as long as `revision` stays the same. A mark is never unknown.
 */
export type AccountMarks = {
  account: UserId
  revision: string
  /** Each store once for a value. Outlives the request that asks first. */
  read: () => Promise<ReadonlyMap<string, Iterable<StoreId>>>
  /** The names of values, where they differ. */
  labels?: () => Promise<ReadonlyMap<string, string>>
}

/** By which stores are scored; a launch is as old as the days until `today`. */
export type Scoring = { profile: ScoreProfile; today: Day }
/** Of what is known of a store: `known` = the sum of the weights of its known factors. */
export type FoundScore = { points: number; known: number }
export type ReadScores = (
  scoring: Scoring,
  ids: readonly StoreId[],
) => Promise<ReadonlyMap<StoreId, FoundScore>>

export type StoreQuery = {
  days: DaySpan
  scope: StoreScope
  choices: FilterChoices
  /** Needed where they are filtered or counted, or replace values that are: see `ownValues`. */
  marks?: Partial<Record<MarkKey, AccountMarks>> | undefined
  /** End of the account's previous visit; needed for `isNew`. */
  since?: Date | undefined
  /** Needed where the score is filtered or counted. */
  scoring?: Scoring | undefined
  /** Only stores that became visible, or opened, later. */
  visibleAfter?: Date | undefined
}
export const EVERYTHING: StoreQuery = { days: null, scope: 'all', choices: {} }

export type Direction = 'asc' | 'desc'
/**
 * Ties are broken by the store's id, in the same direction. Unknown values come last in both
 * directions. An order by score needs the scoring.
 */
export type StoreOrder = { sortBy: StoreSort; direction: Direction; scoring?: Scoring }
export type Range = { offset: number; size: number }

/** `version` = a number that differs after any change of the store. */
export type FoundStore = { id: StoreId; version: number }

export type StorePage = {
  stores: FoundStore[]
  /**
   * Continues after the last store, whatever was added meanwhile; opaque, fit for an address. Null
   * on the last page.
   */
  next: string | null
}

/** A slice of one store's listed products: `take` after `skip`, the newest first. */
export type ProductSlice = { storeId: StoreId; skip: number; take: number }
export type StoreDay = { day: Day; stores: number; leads: number }

/**
 * `leads` = the stores with a usable address; `listedProducts` = how many products all of them
 * list.
 */
export type StoreSums = { leads: number; listedProducts: number }
export type FirstPage = { order: StoreOrder; range: Range }
/**
 * `find` narrows an open list's values by their names; `limit` is how many of them are returned,
 * the most frequent first.
 */
export type FacetOptions = { find?: string | undefined; limit?: number }
/** As many values as a panel of filters shows. */
export const FACET_VALUES = 40

export type StoreMatch = {
  total: number
  /**
   * Null when the answer includes everything that was committed before the question; otherwise the
   * moment up to which the engine had followed the database.
   */
  asOf: Date | null
  page: (order: StoreOrder, range: Range) => Promise<StorePage>
  /** The stores after a page. @throws AppError `invalid_request` for a cursor of another order */
  after: (order: StoreOrder, cursor: string, size: number) => Promise<StorePage>
  /** As of one moment, in batches. */
  ids: (order: StoreOrder, limit: number) => AsyncIterable<StoreId[]>
  among: (ids: readonly StoreId[]) => Promise<ReadonlySet<StoreId>>
  /** Of any stores, at the moment of the match. */
  scores: ReadScores
  /** Over the stores that pass all other filters. */
  facets: (keys: readonly FilterKey[], options?: FacetOptions) => Promise<Facet[]>
  /** Per found day, only for days with stores, in order. */
  days: () => Promise<readonly StoreDay[]>
  sums: () => Promise<StoreSums>
  /** The latest found store first. */
  products: (range: Range) => Promise<ProductSlice[]>
  /** As of one moment, in batches. */
  firstProducts: (limit: number) => AsyncIterable<ProductSlice[]>
}

export type FindOptions = {
  first?: FirstPage | undefined
  /**
   * For a request that has changed nothing itself: changes that were committed after this moment (of
   * `performance.now()`) may be missing.
   */
  sinceMs?: number
}

/** Every question first includes all changes committed before it. */
export type StoreSearch = {
  /** An engine may find the first page together with the number of stores. */
  find: (query: StoreQuery, options?: FindOptions) => Promise<StoreMatch>
  evaluate: (query: StoreQuery, ids: readonly StoreId[]) => Promise<ReadonlySet<StoreId>>
  /** Of those of the stores that exist. */
  scores: ReadScores
  /** Differs after any change of any store. */
  changeToken: () => Promise<string>
}

export type TrendQuery = {
  /** Not those on which stores were found. */
  days: DaySpan
  /** Of the displayed trend; null for any. */
  badges: readonly TrendBadge[] | null
  /** Words that the title of a listing must contain; empty for any. */
  title: string
  /** Null for all stores. */
  stores: StoreQuery | null
}

/** The highest first; `foundAt` = the time at which the store of the hit's listing was found. */
export type TrendSort = 'score' | 'stores' | 'foundAt'
/**
 * A cluster and the latest of the requested days on which one of its matching listings was
 * trending. The listing that stands for it is, of those on that day, the one with the highest store
 * id.
 */
export type TrendHit = { cluster: ClusterId; storeId: StoreId; productId: number; day: Day }

/**
 * Each cluster once, as it was on the latest of the days on which one of its matching listings was
 * trending.
 */
export type TrendMatch = {
  total: number
  /** As in `StoreMatch`. */
  asOf: Date | null
  page: (sortBy: TrendSort, range: Range) => Promise<TrendHit[]>
  /** As of one moment, in batches. */
  first: (sortBy: TrendSort, limit: number) => AsyncIterable<TrendHit[]>
}

export type FirstTrends = { sortBy: TrendSort; range: Range }

export type ProductSearch = {
  /** An engine may find the first page together with the number of clusters. */
  find: (query: TrendQuery, first?: FirstTrends) => Promise<TrendMatch>
}

/** For an answer that lacks the latest changes: the moment up to which it includes them. */
export const asOfPart = ({ asOf }: { asOf: Date | null }): { asOf?: string } =>
  asOf === null ? {} : { asOf: asOf.toISOString() }
