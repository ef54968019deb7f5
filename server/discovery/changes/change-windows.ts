import { sql } from 'kysely'
import { CHANGE_WINDOWS } from '#contracts/catalog/store-filters.ts'
import { addDays, dayOf } from '#contracts/dates.ts'
import type { StoreId } from '#contracts/ids.ts'
import type { AppContext } from '#server/platform/context.ts'
import type { Db } from '#server/platform/db/schema.ts'
import type { TechnologyItem } from '#server/platform/db/store-columns.ts'
import { jsonText } from '#server/platform/db/sql-text.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { lockStores } from '#server/platform/locks.ts'

export type TechnologyChange = {
  storeId: StoreId
  change: 'added' | 'removed'
  item: TechnologyItem
}

const [SHORT_DAYS, LONG_DAYS] = CHANGE_WINDOWS

/** Changes of today. Call it in the transaction that locked the stores' rows. */
export async function saveTechnologyDays(
  ctx: AppContext,
  changes: readonly TechnologyChange[],
): Promise<void> {
  if (changes.length === 0) return
  const rows = changes.map(({ storeId, change, item: { value, label } }) => ({
    storeId,
    kind: `tech_${change}`,
    item: value,
    label,
  }))
  await sql`
    insert into store_window_days (store_id, kind, item, label, day, amount, in_7d)
    select "storeId", kind, item, label, ${dayOf(ctx.now())}, 1, true
    from jsonb_to_recordset(${jsonText(rows)}::jsonb) as t ("storeId" bigint, kind text, item text, label text)
    on conflict do nothing`.execute(ctx.db)
  await countWindows(ctx.db, [...new Set(changes.map(({ storeId }) => storeId))])
}

const STORES_PER_STEP = 1_000

/**
 * Takes changes older than 7 and 30 days out of the windows: each day only the rows of that day.
 * @returns whether there may be more
 */
export async function ageWindows(ctx: AppContext): Promise<boolean> {
  const today = dayOf(ctx.now())
  const [short, long] = [addDays(today, -SHORT_DAYS), addDays(today, -LONG_DAYS)]
  const { rows } = await sql<{ store_id: StoreId }>`
    select store_id from store_window_days where in_7d and day <= ${short}
    union select store_id from store_window_days where day <= ${long} limit ${STORES_PER_STEP}`.execute(
    ctx.db,
  )
  const storeIds = rows.map(({ store_id }) => store_id)
  if (storeIds.length === 0) return false
  await inTransaction(ctx, async ({ db }) => {
    await lockStores(db, storeIds)
    await sql`delete from store_window_days where store_id = any(${storeIds}::bigint[]) and day <= ${long}`.execute(
      db,
    )
    await sql`
      update store_window_days set in_7d = false
      where store_id = any(${storeIds}::bigint[]) and in_7d and day <= ${short}`.execute(db)
    await countWindows(db, storeIds)
  })
  return storeIds.length === STORES_PER_STEP
}

const itemsOf = (change: TechnologyChange['change'], when: string) =>
  sql.raw(
    `coalesce(jsonb_agg(distinct jsonb_build_object('value', d.item, 'label', d.label)) filter (where d.kind = 'tech_${change}' and ${when}), '[]')`,
  )
const productsIn = (when: string) =>
  sql.raw(`coalesce(sum(d.amount) filter (where d.kind = 'product' and ${when}), 0)`)

/** Products stay unknown until their catalogue is known. */
async function countWindows(db: Db, storeIds: readonly StoreId[]): Promise<void> {
  await sql`
    update stores s set tech_added_7d = w.added_7d, tech_added_30d = w.added_30d, tech_removed_7d = w.removed_7d,
      tech_removed_30d = w.removed_30d, new_products_7d = case when s.new_products_7d is not null then w.products_7d end,
      new_products_30d = case when s.new_products_30d is not null then w.products_30d end
    from (
      select id, ${itemsOf('added', 'd.in_7d')} as added_7d, ${itemsOf('added', 'true')} as added_30d,
        ${itemsOf('removed', 'd.in_7d')} as removed_7d, ${itemsOf('removed', 'true')} as removed_30d,
        ${productsIn('d.in_7d')} as products_7d, ${productsIn('true')} as products_30d
      from unnest(${[...storeIds]}::bigint[]) as id left join store_window_days d on d.store_id = id group by id) as w
    where s.id = w.id`.execute(db)
}
