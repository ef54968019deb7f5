import { sql } from 'kysely'
import type { Db } from '#server/context.ts'
import type { ProductPiece } from '#server/search/page-of-products.ts'

type Key = { storeId: number; productId: number; day: null }

/** The products of the pieces; within each store the newest first. */
export async function readPieces(db: Db, pieces: ProductPiece[]): Promise<Key[]> {
  if (pieces.length === 0) return []
  const { rows } = await sql<Omit<Key, 'day'>>`
    select listed.store_id as "storeId", listed.product_id as "productId"
    from unnest(${pieces.map(({ storeId }) => storeId)}::bigint[], ${pieces.map(({ skip }) => skip)}::integer[],
      ${pieces.map(({ take }) => take)}::integer[]) with ordinality as piece (store_id, skip, take, place)
    cross join lateral (
      select store_id, product_id, created_at from products where store_id = piece.store_id and removed_at is null
      order by created_at desc nulls last, product_id desc offset piece.skip limit piece.take) as listed
    order by piece.place, listed.created_at desc nulls last, listed.product_id desc`.execute(db)
  return rows.map((row) => ({ ...row, day: null }))
}
