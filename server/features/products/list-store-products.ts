import { domainToASCII } from 'node:url'
import type { QueryOf, ResponseOf } from '#contracts/endpoint.ts'
import type { listStoreProducts as endpoint } from '#contracts/products.ts'
import type { Db } from '#server/context.ts'
import { notFound } from '#server/errors.ts'
import { findSavedProducts } from '#server/features/saved/find-saved.ts'
import { findTrends } from '#server/features/trending/find-trends.ts'
import { requirePaid, type RequestContext } from '#server/route.ts'
import { findStoreProducts } from './find-store-products.ts'
import { presentProduct, productColumns } from './present-product.ts'

type Input = { domain: string } & QueryOf<typeof endpoint>

/** The products of the store at a domain, in the order that is asked for. @throws AppError `not_found` */
export async function listStoreProducts(
  ctx: RequestContext,
  { domain, ...asked }: Input,
): Promise<ResponseOf<typeof endpoint>> {
  const { userId } = requirePaid(ctx)
  const storeId = await findStoreId(ctx.db, domain)
  if (storeId === null) throw notFound()
  const { total, productIds } = await findStoreProducts(ctx.db, storeId, asked)
  const { page, size } = asked
  return {
    content: await presentStoreProducts(ctx, userId, storeId, productIds),
    page,
    size,
    totalElements: total,
    totalPages: Math.ceil(total / size),
    // This call pages by number alone.
    nextCursor: null,
  }
}

async function presentStoreProducts(ctx: RequestContext, userId: string, storeId: number, ids: number[]) {
  const keys = ids.map((id) => ({ store_id: storeId, product_id: id }))
  const [rows, trends, saved] = await Promise.all([
    readProducts(ctx.db, storeId, ids),
    findTrends(ctx.db, storeId, ids),
    findSavedProducts(ctx.db, userId, keys),
  ])
  const pictures = { addresses: ctx.pictureAddresses, size: 'card' as const }
  return rows
    .toSorted((a, b) => ids.indexOf(a.product_id) - ids.indexOf(b.product_id))
    .map((row) =>
      presentProduct(row, pictures, trends.get(row.product_id), saved.get(`${storeId}-${row.product_id}`)),
    )
}

/**
 * Any address under which the store was met: its domain, with or without `www.`, or its platform host. A domain that passed from one shop to
 * another leads to the shop that was met there last.
 */
async function findStoreId(db: Db, domain: string): Promise<number | null> {
  const host = domainToASCII(domain.trim().replace(/\.$/, '')).replace(/^www\./, '')
  if (!host) return null
  const byKey = await db
    .selectFrom('store_keys')
    .select('store_id')
    .where('key', 'in', [`host:${host}`, `shop:${host}`])
    .orderBy('key', (order) => order.collate('C')) // `host:` before `shop:`
    .limit(1)
    .executeTakeFirst()
  if (byKey) return byKey.store_id
  const byDomain = await db
    .selectFrom('stores')
    .select('id')
    .where('domain', 'in', [host, `www.${host}`])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return byDomain?.id ?? null
}

async function readProducts(db: Db, storeId: number, productIds: number[]) {
  if (productIds.length === 0) return []
  return db
    .selectFrom('products')
    .select(productColumns)
    .where('store_id', '=', storeId)
    .where('product_id', 'in', productIds)
    .execute()
}
