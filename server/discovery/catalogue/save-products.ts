import { hash } from 'node:crypto'
import type { ClusterId, StoreId } from '#contracts/ids.ts'
import { sql } from 'kysely'
import {
  compareProducts,
  type ProductChange,
  type ProductState,
} from '#discovery/products/compare-products.ts'
import type { ProductRecord } from '#discovery/products/parse-products.ts'
import { recordRetitled } from '#server/catalog/api.ts'
import { saveProductChangeDays } from '#server/discovery/changes/store-events.ts'
import { requestAssessments, requestForClusters } from '#server/discovery/risks/assess-stores.ts'
import type { AppContext } from '#server/platform/context.ts'
import { jsonText } from '#server/platform/db/sql-text.ts'
import type { Products } from '#server/platform/db/product-schema.ts'
import type { Db } from '#server/platform/db/schema.ts'

type CataloguePage = {
  storeId: StoreId
  currency: string | null
  products: ProductRecord[]
  /** Null for a visit, which reads only a part of the catalogue. */
  walk: { number: number; page: number } | null
}

/** The platform itself lists no more per store. */
const MAX_PRODUCTS = 25_000

/**
 * Also records the changes since the last visit, in a few statements. In the transaction that
 * locked the stores' rows. Repeating a page changes nothing.
 * @returns stores that have reached the maximum number of products
 */
export async function saveProducts(
  ctx: AppContext,
  pages: CataloguePage[],
): Promise<ReadonlySet<number>> {
  const found = pages.flatMap((page) =>
    distinctProducts(page.products).map((product) => ({
      page,
      product,
      digest: digestOf(product, page.currency),
    })),
  )
  const full = new Set<number>()
  if (found.length === 0) return full
  const seen = await readKnown(ctx.db, found)
  const catalogues = await readCatalogues(ctx.db, [...new Set(pages.map(({ storeId }) => storeId))])
  const accepted = seen.filter(({ page, known }) => {
    const catalogue = catalogues.get(page.storeId)
    if (known || !catalogue) return true
    catalogue.products += 1
    if (catalogue.products > MAX_PRODUCTS) full.add(page.storeId)
    return catalogue.products <= MAX_PRODUCTS
  })
  const compared = accepted.map((each) => {
    const { page, product, known } = each
    const isNews = isAddition(catalogues.get(page.storeId), product)
    const after = { ...product, currency: page.currency }
    return { ...each, changes: compareProducts(known, after, { isNews }) }
  })
  const { same = [], other = [] } = Object.groupBy(compared, ({ known, changes }) =>
    known?.isSame && changes.length === 0 ? 'same' : 'other',
  )
  await upsertProducts(ctx, other)
  await markSeen(ctx, same)
  await insertChanges(ctx, compared)
  await addListedProducts(ctx.db, countNewlyListed(accepted))
  await requestForClusters(
    ctx.db,
    accepted.flatMap(({ known }) => (known?.isRemoved ? [known.cluster] : [])),
  )
  await recordRetitled(ctx.db, findRetitled(accepted))
  return full
}

const distinctProducts = (products: ProductRecord[]) => [
  ...new Map(products.map((product) => [product.productId, product])).values(),
]

const productIdKey = (storeId: StoreId, productId: string | number): string =>
  `${storeId}-${productId}`

type FoundProduct = { page: CataloguePage; product: ProductRecord; digest: number }
type Known = ProductState & { title: string; cluster: ClusterId | null; isSame: boolean | null }
/** With its row as it was before. */
type SeenProduct = FoundProduct & { known: Known | null }

/** 48 bits, of all that its row follows from. */
const digestOf = (product: ProductRecord, currency: string | null): number =>
  hash('sha1', JSON.stringify([product, currency]), 'buffer').readUIntBE(0, 6)

const idsOf = (seen: FoundProduct[]) =>
  sql`${seen.map(({ page }) => page.storeId)}::bigint[], ${seen.map(({ product }) => product.productId)}::bigint[]`

function countNewlyListed(seen: SeenProduct[]): Map<number, number> {
  const added = new Map<number, number>()
  for (const { page, known } of seen)
    if (!known || known.isRemoved) added.set(page.storeId, (added.get(page.storeId) ?? 0) + 1)
  return added
}

const findRetitled = (seen: SeenProduct[]) =>
  seen.flatMap(({ page: { storeId }, product: { productId, title }, known }) =>
    known && known.title !== title ? [{ storeId, productId }] : [],
  )

async function readKnown(db: Db, found: FoundProduct[]): Promise<SeenProduct[]> {
  const { rows } = await sql<Known & { storeId: StoreId; productId: number }>`
    select p.store_id as "storeId", p.product_id as "productId", p.title, p.currency, p.price_min_minor as "priceMinMinor", p.available,
      p.removed_at is not null as "isRemoved", p.cluster, p.digest = t.digest as "isSame"
    from unnest(${idsOf(found)},
      ${found.map(({ digest }) => digest)}::bigint[]) as t (store_id, product_id, digest)
    join products p on p.store_id = t.store_id and p.product_id = t.product_id`.execute(db)
  const known = new Map(rows.map((row) => [productIdKey(row.storeId, row.productId), row]))
  return found.map((each) => {
    const key = productIdKey(each.page.storeId, each.product.productId)
    return { ...each, known: known.get(key) ?? null }
  })
}

type KnownCatalogue = { products: number; knownSince: Date | null; isWhole: boolean }

/** Only for stores whose catalogue is walked; other stores stay small anyway. */
async function readCatalogues(db: Db, storeIds: StoreId[]): Promise<Map<number, KnownCatalogue>> {
  const { rows } = await sql<KnownCatalogue & { storeId: StoreId }>`
    select w.store_id as "storeId", w.known_since as "knownSince", w.is_whole as "isWhole",
      (select count(*) from products p where p.store_id = w.store_id) as products
    from catalogue_walks w where w.store_id = any(${storeIds}::bigint[])`.execute(db)
  return new Map(rows.map((row) => [row.storeId, row]))
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

type ProductColumn = [
  name: keyof Products,
  sqlType: string,
  of: (product: ProductRecord, page: CataloguePage, digest: number) => unknown,
]
const productColumns: ProductColumn[] = [
  ['store_id', 'bigint', (_, { storeId }) => storeId],
  ['product_id', 'bigint', ({ productId }) => productId],
  ['handle', 'text', ({ handle }) => handle],
  ['title', 'text', ({ title }) => title],
  ['body_html', 'text', ({ bodyHtml }) => bodyHtml],
  ['vendor', 'text', ({ vendor }) => vendor],
  ['product_type', 'text', ({ productType }) => productType],
  ['tags', 'jsonb', ({ tags }) => tags],
  ['currency', 'text', (_, { currency }) => currency],
  ['price_min_minor', 'bigint', ({ priceMinMinor }) => priceMinMinor],
  ['price_problem', 'text', ({ priceProblem }) => priceProblem],
  ['available', 'boolean', ({ available }) => available],
  ['variants', 'jsonb', ({ variants }) => variants],
  ['images', 'jsonb', ({ images }) => images],
  ['options', 'jsonb', ({ options }) => options],
  ['created_at', 'timestamptz', ({ createdAt }) => createdAt],
  ['published_at', 'timestamptz', ({ publishedAt }) => publishedAt],
  ['updated_at', 'timestamptz', ({ updatedAt }) => updatedAt],
  ['digest', 'bigint', (_, _page, digest) => digest],
  ['walk', 'integer', (_, { walk }) => walk?.number ?? null],
  ['walk_page', 'integer', (_, { walk }) => walk?.page ?? null],
]
const columns = sql.raw(productColumns.map(([name]) => name).join(', '))
const typedColumns = sql.raw(productColumns.map(([name, type]) => `${name} ${type}`).join(', '))
/** A visit leaves the place that a walk gave a product. */
const updates = sql.raw(
  productColumns
    .slice(2)
    .map(([name]) =>
      name.startsWith('walk')
        ? `${name} = coalesce(excluded.${name}, products.${name})`
        : `${name} = excluded.${name}`,
    )
    .join(', '),
)

/**
 * A product that is found again loses its removal date. Of new and retitled ones, warning signs wait
 * until they are matched.
 */
async function upsertProducts(ctx: AppContext, seen: SeenProduct[]): Promise<void> {
  if (seen.length === 0) return
  const known = seen.filter((each) => each.known)
  const rows = seen.map(({ product, page, digest }) =>
    Object.fromEntries(productColumns.map(([name, , of]) => [name, of(product, page, digest)])),
  )
  await sql`
    with seen as materialized (select * from jsonb_to_recordset(${jsonText(rows)}::jsonb) as t (${typedColumns})),
    changed as (
      select distinct store_id from unnest(${idsOf(known)}) as t (store_id, product_id) join seen using (store_id, product_id) cross join lateral (
        select from products p where p.store_id = t.store_id and p.product_id = t.product_id
          and (p.removed_at is not null or p.body_html is distinct from seen.body_html) offset 0) as before),
    requested as (insert into assessment_requests (store_id) select store_id from changed)
    insert into products (${columns}, first_seen_at, last_seen_at)
    select seen.*, ${ctx.now()}, ${ctx.now()} from seen
    on conflict (store_id, product_id) do update set ${updates}, removed_at = null, last_seen_at = excluded.last_seen_at,
      match_due = products.match_due or (products.title, products.vendor, products.images, products.options)
        is distinct from (excluded.title, excluded.vendor, excluded.images, excluded.options)`.execute(
    ctx.db,
  )
}

/** What most catalogues consist of on most days. */
async function markSeen(ctx: AppContext, seen: SeenProduct[]): Promise<void> {
  if (seen.length === 0) return
  await sql`
    update products p set last_seen_at = ${ctx.now()}, walk = coalesce(t.walk, p.walk), walk_page = coalesce(t.walk_page, p.walk_page)
    from unnest(${idsOf(seen)},
      ${seen.map(({ page }) => page.walk?.number ?? null)}::integer[], ${seen.map(({ page }) => page.walk?.page ?? null)}::integer[])
      as t (store_id, product_id, walk, walk_page)
    where p.store_id = t.store_id and p.product_id = t.product_id`.execute(ctx.db)
}

async function insertChanges(
  ctx: AppContext,
  compared: (SeenProduct & { changes: ProductChange[] })[],
): Promise<void> {
  const rows = compared.flatMap(({ page: { storeId, currency }, product, changes }) =>
    changes.map((change) => ({ storeId, productId: product.productId, currency, ...change })),
  )
  if (rows.length === 0) return
  await sql`
    insert into product_changes (store_id, product_id, kind, at, before_minor, after_minor, currency)
    select t."storeId", t."productId", t.kind, ${ctx.now()}, t."beforeMinor", t."afterMinor", t.currency
    from jsonb_to_recordset(${jsonText(rows)}::jsonb)
      as t ("storeId" bigint, "productId" bigint, kind text, "beforeMinor" bigint, "afterMinor" bigint, currency text)`.execute(
    ctx.db,
  )
  await saveProductChangeDays(ctx, rows)
}

type CompleteWalk = {
  storeId: StoreId
  startedAt: Date
  /** During a walk over several pages, products may move between pages unseen. */
  pages: number
  /** Start of the previous complete walk. */
  previousStartedAt: Date | null
}

/**
 * Marks what a complete walk did not find. Where that is uncertain (several pages, or most gone at
 * once, as when a shop wrongly answers with an empty list), the previous complete walk must have
 * missed it too. In the transaction that locked the store's row.
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
  const { rows: removed } = await sql<{ cluster: ClusterId | null }>`
    with removed as (
      update products set removed_at = ${ctx.now()}
      where store_id = ${walk.storeId} and removed_at is null and last_seen_at < ${missedSince}
      returning store_id, product_id, price_min_minor, currency, cluster),
    noted as (
      insert into product_changes (store_id, product_id, kind, at, before_minor, after_minor, currency)
      select store_id, product_id, 'removed', ${ctx.now()}, price_min_minor, null, currency from removed)
    select cluster from removed`.execute(ctx.db)
  if (removed.length === 0) return
  await saveProductChangeDays(ctx, [{ storeId: walk.storeId, kind: 'removed' }])
  await addListedProducts(ctx.db, new Map([[walk.storeId, -removed.length]]))
  await requestAssessments(ctx.db, [walk.storeId])
  await requestForClusters(
    ctx.db,
    removed.map(({ cluster }) => cluster),
  )
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
