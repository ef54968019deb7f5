import { domainToASCII } from 'node:url'
import { sql } from 'kysely'
import type { QueryOf, ResponseOf } from '#contracts/endpoint.ts'
import type { StoreId, UserId } from '#contracts/ids.ts'
import { MAX_PRICE_MINOR } from '#contracts/money.ts'
import type { listStoreProducts as endpoint } from '#contracts/catalog/products.ts'
import { numberedPage } from '#contracts/paging.ts'
import type { CatalogRequest } from '#server/catalog/context.ts'
import { createTitleTest, foldText } from '#server/catalog/search/text-folding.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { notFound } from '#server/platform/errors.ts'
import { requirePaid } from '#server/platform/session/viewer.ts'
import { presentProduct, productColumns, selectSavedId, selectTrend } from './present-product.ts'

type Query = QueryOf<typeof endpoint>
type Input = { domain: string } & Query

/** The products of the store at a domain, in the requested order. @throws AppError `not_found` */
export async function listStoreProducts(
  ctx: CatalogRequest,
  { domain, ...query }: Input,
): Promise<ResponseOf<typeof endpoint>> {
  const { userId } = requirePaid(ctx)
  const storeId = await findStoreId(ctx.db, domain)
  if (storeId === null) throw notFound()
  const { total, productIds: ids } = await findStoreProducts(ctx.db, storeId, query)
  const rows = await readProducts(ctx.db, userId, storeId, ids)
  const pictures = { addresses: ctx.pictureAddresses, size: 'card' as const }
  const content = rows
    .toSorted((a, b) => ids.indexOf(a.product_id) - ids.indexOf(b.product_id))
    .map((row) => presentProduct(row, pictures, row.trend, row.saved_id))
  const { page, size } = query
  return numberedPage(content, { page, size, total })
}

/**
 * Accepts any address of the store: its domain, with or without `www.`, or its platform host. A
 * domain that passed from one shop to another leads to the shop that was last found there.
 */
async function findStoreId(db: Db, domain: string): Promise<StoreId | null> {
  const host = domainToASCII(domain.trim().replace(/\.$/, '')).replace(/^www\./, '')
  if (!host) return null
  const byKey = db
    .selectFrom('store_keys')
    .select('store_id as id')
    .where('key', 'in', [`host:${host}`, `shop:${host}`])
    .orderBy('key', (order) => order.collate('C')) // `host:` before `shop:`
    .limit(1)
  const byDomain = db
    .selectFrom('stores')
    .select('id')
    .where('domain', 'in', [host, `www.${host}`])
    .orderBy('id', 'desc')
    .limit(1)
  const { id } = await db
    .selectNoFrom((on) => on.fn.coalesce(byKey, byDomain).as('id'))
    .executeTakeFirstOrThrow()
  return id
}

async function readProducts(db: Db, userId: UserId, storeId: StoreId, productIds: number[]) {
  if (productIds.length === 0) return []
  return db
    .selectFrom('products')
    .select(productColumns)
    .select([selectTrend().as('trend'), selectSavedId(userId).as('saved_id')])
    .where('store_id', '=', storeId)
    .where('product_id', 'in', productIds)
    .execute()
}

/** The products on the page, in their order. */
type IdPage = { total: number; productIds: number[] }

/**
 * Titles are folded and compared here, because a database folds by the locale that it was created
 * with. They are read only on demand: a store has at most 25,000 products, nearly all have some
 * dozens.
 */
async function findStoreProducts(db: Db, storeId: StoreId, query: Query): Promise<IdPage> {
  const isInTitle = createTitleTest(query.q ?? '')
  if (!isInTitle && query.sortBy !== 'title') return orderInDatabase(db, storeId, query, null)
  const titles = await readTitles(db, storeId, query)
  const matching = isInTitle ? titles.filter(({ folded }) => isInTitle(folded)) : titles
  if (query.sortBy === 'title') return pageOf(orderByTitle(matching, query), query)
  return orderInDatabase(
    db,
    storeId,
    query,
    matching.map(({ product_id }) => product_id),
  )
}

const isDescending = ({ sortDirection }: Query) => sortDirection.toUpperCase() === 'DESC'

function selectMatching(db: Db, storeId: StoreId, { onSale, available, trending }: Query) {
  let products = db
    .selectFrom('products as p')
    .where('p.store_id', '=', storeId)
    .where('p.removed_at', 'is', null)
  if (onSale) products = products.where(sql<boolean>`p.variants @? '$[*].compareAtMinor ? (@ > 0)'`)
  if (available) products = products.where('p.available', '=', true)
  if (trending)
    products = products.where(({ exists, selectFrom }) =>
      exists(
        selectFrom('product_trends as t')
          .where('t.store_id', '=', storeId)
          .whereRef('t.product_id', '=', 'p.product_id'),
      ),
    )
  return products
}

type Titled = { product_id: number; folded: string; bytes: Buffer }

async function readTitles(db: Db, storeId: StoreId, query: Query): Promise<Titled[]> {
  const rows = await selectMatching(db, storeId, query)
    .select(['p.product_id', 'p.title'])
    .execute()
  return rows.map(({ product_id, title }) => {
    const folded = foldText(title)
    return { product_id, folded, bytes: Buffer.from(folded.trimStart()) }
  })
}

function orderByTitle(titles: Titled[], query: Query): number[] {
  const sign = isDescending(query) ? -1 : 1
  return titles
    .toSorted((a, b) => (Buffer.compare(a.bytes, b.bytes) || a.product_id - b.product_id) * sign)
    .map(({ product_id }) => product_id)
}

const pageOf = (ids: number[], { page, size }: Query): IdPage => ({
  total: ids.length,
  productIds: ids.slice(page * size, (page + 1) * size),
})

/** Known values first, in either direction; ties by the platform's number, which grows. */
async function orderInDatabase(
  db: Db,
  storeId: StoreId,
  query: Query,
  onlyIds: number[] | null,
): Promise<IdPage> {
  const { page, size } = query
  const all = selectMatching(db, storeId, query)
  const products = onlyIds ? all.where(sql<boolean>`p.product_id = any(${onlyIds}::bigint[])`) : all
  const rows = await products
    .select(['p.product_id', sql<number>`count(*) over ()`.as('total')])
    .orderBy(sortKeyOf(storeId, query.sortBy), (order) =>
      (isDescending(query) ? order.desc() : order.asc()).nullsLast(),
    )
    .orderBy('p.product_id', isDescending(query) ? 'desc' : 'asc')
    .limit(size)
    .offset(page * size)
    .execute()
  const total = rows[0]?.total ?? (page === 0 ? 0 : await countAll(products))
  return { total, productIds: rows.map(({ product_id }) => product_id) }
}

/** For a page beyond the last: it has no row that holds the total. */
async function countAll(products: ReturnType<typeof selectMatching>): Promise<number> {
  const { total } = await products
    .select((on) => on.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}

function sortKeyOf(storeId: StoreId, sortBy: Query['sortBy']) {
  switch (sortBy) {
    case 'createdAt':
      return sql`p.created_at`
    // Prices read before the store changed its currency cannot be compared with the others. An
    // implausible figure does not count as a price here either.
    case 'price':
      return sql`case when p.price_min_minor >= 0 and p.price_min_minor < ${MAX_PRICE_MINOR}::bigint
        and p.currency is not distinct from (select currency from stores where id = ${storeId}) then p.price_min_minor end`
    case 'score':
      return sql`(select score from product_trends t join trend_scores using (cluster, day) where t.store_id = ${storeId} and t.product_id = p.product_id
        order by day desc limit 1)`
    case 'title':
      throw new Error('titles are ordered by their folded letters')
    default:
      return sortBy satisfies never
  }
}
