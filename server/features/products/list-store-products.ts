import { domainToASCII } from 'node:url'
import type { QueryOf, ResponseOf } from '#contracts/endpoint.ts'
import type { listStoreProducts as endpoint } from '#contracts/products.ts'
import type { Db } from '#server/context.ts'
import { notFound } from '#server/errors.ts'
import { requirePaid, type RequestContext } from '#server/route.ts'
import { findStoreProducts } from './find-store-products.ts'
import { latestTrend, savedIdOf } from './mark-columns.ts'
import { presentProduct, productColumns } from './present-product.ts'

type Input = { domain: string } & QueryOf<typeof endpoint>

/** The products of the store at a domain, in the requested order. @throws AppError `not_found` */
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
    // This call pages by number only.
    nextCursor: null,
  }
}

async function presentStoreProducts(ctx: RequestContext, userId: string, storeId: number, ids: number[]) {
  const rows = await readProducts(ctx.db, userId, storeId, ids)
  const pictures = { addresses: ctx.pictureAddresses, size: 'card' as const }
  return rows
    .toSorted((a, b) => ids.indexOf(a.product_id) - ids.indexOf(b.product_id))
    .map((row) => presentProduct(row, pictures, row.trend, row.saved_id))
}

/**
 * Accepts any address of the store: its domain, with or without `www.`, or its platform host. A domain that passed from one shop to another
 * leads to the shop that was last found there.
 */
async function findStoreId(db: Db, domain: string): Promise<number | null> {
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

async function readProducts(db: Db, userId: string, storeId: number, productIds: number[]) {
  if (productIds.length === 0) return []
  return db
    .selectFrom('products')
    .select(productColumns)
    .select([latestTrend.as('trend'), savedIdOf(userId).as('saved_id')])
    .where('store_id', '=', storeId)
    .where('product_id', 'in', productIds)
    .execute()
}
