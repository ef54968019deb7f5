import type { Generated } from 'kysely'
import type { ProductImage, ProductVariant } from '#contracts/catalog/products.ts'
import type { ProductChangeKind } from '#contracts/catalog/timeline.ts'
import type { TrendBadge, TrendComponent } from '#contracts/catalog/trending.ts'
import type { ClusterId, StoreId } from '#contracts/ids.ts'
import type { Json, MaybeTime, Time } from './column-types.ts'

/** Variants as stored: money in minor units. */
export type StoredVariant = Omit<ProductVariant, 'price' | 'compareAtPrice'> & {
  /** Null only where the shop's currency is unknown. */
  priceMinor: number | null
  compareAtMinor: number | null
}

export type Products = {
  store_id: StoreId
  product_id: number
  handle: string
  title: string
  body_html: string | null
  vendor: string | null
  product_type: string | null
  tags: Json<string[]>
  currency: string | null
  price_min_minor: number | null
  variants: Json<StoredVariant[]>
  images: Json<ProductImage[]>
  options: Json<{ name: string; values: string[] }[]>
  created_at: MaybeTime
  published_at: MaybeTime
  updated_at: MaybeTime
  first_seen_at: Time
  last_seen_at: Time
  /** False when every variant is sold out; null when the shop does not say. */
  available: boolean | null
  /** When a complete walk of the catalogue no longer found it. */
  removed_at: MaybeTime
  /** The last walk that found it, and on which page. */
  walk: number | null
  walk_page: number | null
  /** Why it has no price, see `PriceProblem`. */
  price_problem: string | null
  /**
   * Products of several stores with the same number are the same product, see `match-products.ts`.
   * Null = no match.
   */
  cluster: ClusterId | null
  match_keys: string[] | null
  match_due: Generated<boolean>
  /** Of what it was last written from; null for rows of the release before. */
  digest: number | null
}

/** `listed` = how many products the page listed. */
export type WalkedPage = {
  url: string
  etag: string | null
  lastModified: string | null
  listed: number
}

export type ScannedStore = { foundDay: string; foundAt: string; id: StoreId }

export type ProductTables = {
  products: Products
  /**
   * The progress of the walk through a store's catalogue, see
   * `server/discovery/catalogue/catalogue-walk.ts`.
   */
  catalogue_walks: {
    store_id: StoreId
    host: string
    /**
     * The currency in which the pages below were read. When it changes, the walk reads them again.
     */
    currency: string | null
    /** No walk is planned. */
    due_at: MaybeTime
    claimed_until: MaybeTime
    /** Number of the walk that is under way or comes next. */
    walk: number
    started_at: Time
    /** A page's number, or one of the steps that end a walk. */
    next_step: string
    per_page: number
    /** What the pages looked like when they were last read, first page first. */
    pages: Json<(WalkedPage | null)[]>
    /** Counted per UTC day, before they are made. */
    asked_on: string | null
    asked: number
    attempts: number
    outcome: string | null
    outcome_at: MaybeTime
    followed_since: Time
    /**
     * Since when the catalogue is known, entirely or as far as it can be read. A product first seen
     * after that is new.
     */
    known_since: MaybeTime
    is_whole: boolean
    complete_started_at: MaybeTime
    home_handles: Json<string[]>
    /** Handle of the store's own best-seller collection. */
    best_sellers: string | null
    best_sellers_sought_at: MaybeTime
  }
  /** Money in minor units of `currency`, the shop's own. */
  product_changes: {
    store_id: StoreId
    id: Generated<number>
    product_id: number
    kind: ProductChangeKind
    at: Time
    before_minor: number | null
    after_minor: number | null
    currency: string | null
    before_place: number | null
    after_place: number | null
  }
  /** The days on which products of a store changed, by kind. `at` = the first change of the day. */
  product_change_days: {
    store_id: StoreId
    kind: ProductChangeKind
    day: string
    id: Generated<number>
    at: Time
  }
  /** Where a store itself shows a product; place 1 is the first. */
  product_places: {
    store_id: StoreId
    product_id: number
    list: 'home' | 'best_sellers'
    place: number
    seen_at: Time
  }
  /**
   * A product that was trending on a day; its figures are those of its cluster (`trend_scores`).
   */
  product_trends: { store_id: StoreId; product_id: number; day: string; cluster: ClusterId }
  /** The score of a cluster with enough new stores on a day. */
  trend_scores: {
    cluster: ClusterId
    day: string
    stores: number
    score: number
    badge: TrendBadge
    components: Json<TrendComponent[]>
    /** It passes the gate of the formula: its listings are rows of `product_trends`. */
    is_trending: boolean
  }
  /** Written by triggers when something changes that the formula counts. */
  trend_invalidations: {
    id: Generated<number>
    cluster: ClusterId
    /** Null = all open days. */
    from_day: string | null
    to_day: string | null
  }
  trend_queue: { day: string; cluster: ClusterId }
  trend_days: {
    day: string
    /** When all its clusters were queued, at its beginning and after its end. */
    opened_at: MaybeTime
    closed_at: MaybeTime
    scanned: ScannedStore | null
    /** When changes and places were last included. */
    events_at: MaybeTime
  }
  product_clusters: {
    id: Generated<ClusterId>
    leader: Json<unknown>
    merged_into: ClusterId | null
    dissolved: Generated<boolean>
    /**
     * The first day on which a new store listed it, according to the scores; null where nothing was
     * computed.
     */
    first_day: Generated<string | null>
  }
  /** Merged clusters, and the cluster to which their old addresses lead. Written by a trigger. */
  merged_clusters: { cluster: ClusterId; merged_into: ClusterId }
  product_match_keys: { key: string; cluster: ClusterId | null }
}
