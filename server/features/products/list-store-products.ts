import { domainToASCII } from 'node:url'
import type { QueryOf, ResponseOf } from '#contracts/endpoint.ts'
import type { listStoreProducts as endpoint } from '#contracts/products.ts'
import type { Db } from '#server/context.ts'
import { notFound } from '#server/errors.ts'
import { findTrends } from '#server/features/trending/find-trends.ts'
import { requirePaid, type RequestContext } from '#server/route.ts'
import { presentProduct, productColumns } from './present-product.ts'

type Input = { domain: string } & QueryOf<typeof endpoint>

/** The products of the store at a domain, newest first. @throws AppError `not_found` */
export async function listStoreProducts(
  ctx: RequestContext,
  { domain, page, size }: Input,
): Promise<ResponseOf<typeof endpoint>> {
  requirePaid(ctx)
  const storeId = await findStoreId(ctx.db, domain)
  if (storeId === null) throw notFound()
  const [totalElements, rows] = await Promise.all([
    countProducts(ctx.db, storeId),
    readProducts(ctx.db, storeId, { page, size }),
  ])
  const trends = await findTrends(
    ctx.db,
    storeId,
    rows.map((row) => row.product_id),
  )
  const pictures = { addresses: ctx.pictureAddresses, size: 'card' as const }
  return {
    content: rows.map((row) => presentProduct(row, pictures, trends.get(row.product_id))),
    page,
    size,
    totalElements,
    totalPages: Math.ceil(totalElements / size),
    // This call pages by number alone.
    nextCursor: null,
  }
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

async function countProducts(db: Db, storeId: number): Promise<number> {
  const { total } = await db
    .selectFrom('products')
    .where('store_id', '=', storeId)
    .where('removed_at', 'is', null)
    .select((on) => on.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}

async function readProducts(db: Db, storeId: number, { page, size }: { page: number; size: number }) {
  return db
    .selectFrom('products')
    .select(productColumns)
    .where('store_id', '=', storeId)
    .where('removed_at', 'is', null)
    .orderBy('created_at', (order) => order.desc().nullsLast())
    .orderBy('product_id', 'desc')
    .limit(size)
    .offset(page * size)
    .execute()
}
