import type { StoreId } from '#contracts/ids.ts'
import { sql } from 'kysely'
import {
  compareProducts,
  type ProductChange,
  type ProductState,
} from '#discovery/products/compare-products.ts'
import type { ProductRecord } from '#discovery/products/parse-products.ts'
import { productKey } from '#discovery/trend/product-key.ts'
import { saveProductChangeDays } from '#server/discovery/changes/store-events.ts'
import type { AppContext } from '#server/platform/context.ts'
import { jsonText } from '#server/platform/db/sql-text.ts'
import type { Db } from '#server/platform/db/schema.ts'

export type CataloguePage = {
  storeId: StoreId
  currency: string | null
  products: ProductRecord[]
  /** Null for a visit, which reads only a part of the catalogue. */
  walk: { number: number; page: number } | null
}

/** The platform itself lists no more per store. */
const MAX_PRODUCTS = 25_000

/**
 * Inserts or refreshes the products of stores and records the changes since the last visit, in a
 * few statements however many there are. Call it in the transaction that locked the stores' rows.
 * Repeating a page changes nothing.
 * @returns stores that have reached the maximum number of products
 */
export async function saveProducts(
  ctx: AppContext,
  pages: CataloguePage[],
): Promise<ReadonlySet<number>> {
  const seen = pages.flatMap((page) =>
    distinctProducts(page.products).map((product) => ({ page, product })),
  )
  const full = new Set<number>()
  if (seen.length === 0) return full
  const before = await readBefore(ctx.db, seen)
  const catalogues = await readCatalogues(ctx.db, [...new Set(pages.map(({ storeId }) => storeId))])
  const accepted = seen.filter(({ page, product }) => {
    if (before.has(productIdKey(page.storeId, product.productId))) return true
    const catalogue = catalogues.get(page.storeId)
    if (!catalogue) return true
    catalogue.products += 1
    if (catalogue.products > MAX_PRODUCTS) full.add(page.storeId)
    return catalogue.products <= MAX_PRODUCTS
  })
  const changes = accepted.flatMap(({ page, product }) => {
    const known = before.get(productIdKey(page.storeId, product.productId)) ?? null
    const isNews = isAddition(catalogues.get(page.storeId), product)
    const found = compareProducts(known, { ...product, currency: page.currency }, { isNews })
    const of = { storeId: page.storeId, productId: product.productId, currency: page.currency }
    return found.map((change) => ({ ...of, change }))
  })
  await upsertProducts(
    ctx,
    accepted.map(({ page, product }) => toRow(page, product)),
  )
  await insertChanges(ctx, changes)
  await addListedProducts(ctx.db, countNewlyListed(before, accepted))
  await recordRetitled(ctx.db, findRetitled(before, accepted))
  return full
}

const distinctProducts = (products: ProductRecord[]) => [
  ...new Map(products.map((product) => [product.productId, product])).values(),
]

const productIdKey = (storeId: StoreId, productId: string | number): string =>
  `${storeId}-${productId}`

type SeenProduct = { page: CataloguePage; product: ProductRecord }
type Known = ProductState & { title: string }

/** By store, the number of products that were not listed before. */
function countNewlyListed(before: Map<string, Known>, seen: SeenProduct[]): Map<number, number> {
  const added = new Map<number, number>()
  for (const { page, product } of seen) {
    const known = before.get(productIdKey(page.storeId, product.productId))
    if (!known || known.isRemoved) added.set(page.storeId, (added.get(page.storeId) ?? 0) + 1)
  }
  return added
}

const findRetitled = (before: Map<string, Known>, seen: SeenProduct[]) =>
  seen.flatMap(({ page: { storeId }, product: { productId, title } }) => {
    const known = before.get(productIdKey(storeId, productId))
    return known && known.title !== title ? [{ storeId, productId }] : []
  })

async function readBefore(db: Db, seen: SeenProduct[]): Promise<Map<string, Known>> {
  const { rows } = await sql<{
    store_id: StoreId
    product_id: number
    title: string
    currency: string | null
    price_min_minor: number | null
    available: boolean | null
    is_removed: boolean
  }>`
    select p.store_id, p.product_id, p.title, p.currency, p.price_min_minor, p.available, p.removed_at is not null as is_removed
    from unnest(${seen.map(({ page }) => page.storeId)}::bigint[], ${seen.map(({ product }) => product.productId)}::bigint[])
      as t (store_id, product_id)
    join products p on p.store_id = t.store_id and p.product_id = t.product_id`.execute(db)
  return new Map(
    rows.map((row) => [
      productIdKey(row.store_id, row.product_id),
      {
        title: row.title,
        currency: row.currency,
        priceMinMinor: row.price_min_minor,
        available: row.available,
        isRemoved: row.is_removed,
      },
    ]),
  )
}

type KnownCatalogue = { products: number; knownSince: Date | null; isWhole: boolean }

/** Only for stores whose catalogue is walked; other stores stay small anyway. */
async function readCatalogues(db: Db, storeIds: StoreId[]): Promise<Map<number, KnownCatalogue>> {
  const { rows } = await sql<{
    store_id: StoreId
    known_since: Date | null
    is_whole: boolean
    products: number
  }>`
    select w.store_id, w.known_since, w.is_whole, (select count(*) from products p where p.store_id = w.store_id) as products
    from catalogue_walks w where w.store_id = any(${storeIds}::bigint[])`.execute(db)
  return new Map(
    rows.map((row) => [
      row.store_id,
      { products: row.products, knownSince: row.known_since, isWhole: row.is_whole },
    ]),
  )
}

/**
 * A product found for the first time is new in its store only where the earlier ones were known:
 * all of them, or those published before.
 */
function isAddition(catalogue: KnownCatalogue | undefined, product: ProductRecord): boolean {
  if (!catalogue?.knownSince) return false
  const since = catalogue.knownSince.getTime()
  return catalogue.isWhole || Date.parse(product.publishedAt ?? product.createdAt ?? '') > since
}

/** A product that is found again loses its removal date. */
async function upsertProducts(ctx: AppContext, rows: ReturnType<typeof toRow>[]): Promise<void> {
  await sql`
    insert into products (store_id, product_id, handle, title, product_key, body_html, vendor, product_type, tags, currency,
      price_min_minor, price_problem, available, variants, images, options, created_at, published_at, updated_at, walk, walk_page,
      first_seen_at, last_seen_at)
    select t.store_id, t.product_id, t.handle, t.title, t.product_key, t.body_html, t.vendor, t.product_type, t.tags, t.currency,
      t.price_min_minor, t.price_problem, t.available, t.variants, t.images, t.options, t.created_at, t.published_at, t.updated_at,
      t.walk, t.walk_page, ${ctx.now()}, ${ctx.now()}
    from jsonb_to_recordset(${jsonText(rows)}::jsonb) as t (store_id bigint, product_id bigint, handle text, title text, product_key text, body_html text,
      vendor text, product_type text, tags jsonb, currency text, price_min_minor bigint, price_problem text, available boolean, variants jsonb,
      images jsonb, options jsonb, created_at timestamptz, published_at timestamptz, updated_at timestamptz, walk integer, walk_page integer)
    on conflict (store_id, product_id) do update set
      handle = excluded.handle, title = excluded.title, product_key = excluded.product_key, body_html = excluded.body_html,
      vendor = excluded.vendor, product_type = excluded.product_type, tags = excluded.tags, currency = excluded.currency,
      price_min_minor = excluded.price_min_minor, price_problem = excluded.price_problem, available = excluded.available,
      variants = excluded.variants, images = excluded.images, options = excluded.options,
      created_at = excluded.created_at, published_at = excluded.published_at, updated_at = excluded.updated_at,
      walk = coalesce(excluded.walk, products.walk), walk_page = coalesce(excluded.walk_page, products.walk_page),
      removed_at = null, last_seen_at = excluded.last_seen_at,
      match_due = products.match_due or (products.title, products.vendor, products.images, products.options)
        is distinct from (excluded.title, excluded.vendor, excluded.images, excluded.options)`.execute(
    ctx.db,
  )
}

async function insertChanges(
  ctx: AppContext,
  changes: {
    storeId: StoreId
    productId: string
    currency: string | null
    change: ProductChange
  }[],
): Promise<void> {
  if (changes.length === 0) return
  await sql`
    insert into product_changes (store_id, product_id, kind, at, before_minor, after_minor, currency)
    select t."storeId", t."productId", t.kind, ${ctx.now()}, t."beforeMinor", t."afterMinor", t.currency
    from jsonb_to_recordset(${jsonText(changes.map(({ change, ...of }) => ({ ...of, ...change })))}::jsonb)
      as t ("storeId" bigint, "productId" bigint, kind text, "beforeMinor" bigint, "afterMinor" bigint, currency text)`.execute(
    ctx.db,
  )
  await saveProductChangeDays(
    ctx,
    changes.map(({ storeId, change: { kind } }) => ({ storeId, kind })),
  )
}

function toRow({ storeId, currency, walk }: CataloguePage, product: ProductRecord) {
  return {
    store_id: storeId,
    currency,
    product_id: product.productId,
    handle: product.handle,
    title: product.title,
    product_key: productKey(product.title, product.vendor),
    body_html: product.bodyHtml,
    vendor: product.vendor,
    product_type: product.productType,
    tags: product.tags,
    price_min_minor: product.priceMinMinor,
    price_problem: product.priceProblem,
    available: product.available,
    variants: product.variants,
    images: product.images,
    options: product.options,
    created_at: product.createdAt,
    published_at: product.publishedAt,
    updated_at: product.updatedAt,
    walk: walk?.number ?? null,
    walk_page: walk?.page ?? null,
  }
}

type CompleteWalk = {
  storeId: StoreId
  startedAt: Date
  /**
   * Number of pages read; during a walk over several pages, products may move between pages unseen.
   */
  pages: number
  /** Start of the previous complete walk. */
  previousStartedAt: Date | null
}

/**
 * Marks the products that a complete walk did not find. Where that is uncertain (several pages, or
 * most of the catalogue gone at once, as when a shop wrongly answers with an empty list), the
 * previous complete walk must have missed them too. Call it in the transaction that locked the
 * store's row.
 */
export async function removeMissedProducts(ctx: AppContext, walk: CompleteWalk): Promise<void> {
  const { rows } = await sql<{ present: number; missed: number }>`
    select count(*) as present, count(*) filter (where last_seen_at < ${walk.startedAt}) as missed
    from products where store_id = ${walk.storeId} and removed_at is null`.execute(ctx.db)
  const { present, missed } = rows[0] ?? { present: 0, missed: 0 }
  if (missed === 0) return
  const isCertain = walk.pages <= 1 && missed * 2 <= present
  const missedSince = isCertain ? walk.startedAt : walk.previousStartedAt
  if (missedSince === null) return
  const { numAffectedRows: removed = 0n } = await sql`
    with removed as (
      update products set removed_at = ${ctx.now()}
      where store_id = ${walk.storeId} and removed_at is null and last_seen_at < ${missedSince}
      returning store_id, product_id, price_min_minor, currency)
    insert into product_changes (store_id, product_id, kind, at, before_minor, after_minor, currency)
    select store_id, product_id, 'removed', ${ctx.now()}, price_min_minor, null, currency from removed`.execute(
    ctx.db,
  )
  if (removed === 0n) return
  await saveProductChangeDays(ctx, [{ storeId: walk.storeId, kind: 'removed' }])
  await addListedProducts(ctx.db, new Map([[walk.storeId, -Number(removed)]]))
}

/**
 * Counts products that stores started or stopped listing in this transaction. Call it in the
 * transaction that locked the stores' rows.
 */
async function addListedProducts(db: Db, added: ReadonlyMap<number, number>): Promise<void> {
  if (added.size === 0) return
  await sql`
    update stores set listed_products = listed_products + t.added
    from unnest(${[...added.keys()]}::bigint[], ${[...added.values()]}::integer[]) as t (store_id, added)
    where stores.id = t.store_id`.execute(db)
}

/**
 * Notes trending products with a new title for everything that keeps a copy of the trends; the
 * latest day of a product is enough, because its title is kept once.
 */
async function recordRetitled(
  db: Db,
  products: readonly { storeId: StoreId; productId: number | string }[],
): Promise<void> {
  if (products.length === 0) return
  await sql`
    insert into change_outbox (day, clusters)
    select t.day, array_agg(distinct t.cluster)
    from unnest(${products.map(({ storeId }) => storeId)}::bigint[], ${products.map(({ productId }) => productId)}::bigint[])
      as p (store_id, product_id)
    cross join lateral (
      select day, cluster from product_trends where store_id = p.store_id and product_id = p.product_id order by day desc limit 1) as t
    group by t.day`.execute(db)
}
