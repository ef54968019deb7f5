import { sql } from 'kysely'
import type { AppContext } from '#server/context.ts'
import { addListedProducts } from '#server/pipeline/listed-products.ts'

type CompleteWalk = {
  storeId: number
  startedAt: Date
  /** Number of pages read; during a walk over several pages, products may move between pages unseen. */
  pages: number
  /** Start of the previous complete walk. */
  previousStartedAt: Date | null
}

/**
 * Marks the products that a complete walk did not find. Where that is uncertain (several pages, or most of the catalogue gone at once, as
 * when a shop wrongly answers with an empty list), the previous complete walk must have missed them too. Call it in the transaction that
 * locked the store's row.
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
      returning store_id, product_id, price_min_minor)
    insert into product_changes (store_id, product_id, kind, at, before_minor, after_minor)
    select store_id, product_id, 'removed', ${ctx.now()}, price_min_minor, null from removed`.execute(ctx.db)
  if (removed > 0n) await addListedProducts(ctx.db, new Map([[walk.storeId, -Number(removed)]]))
}
