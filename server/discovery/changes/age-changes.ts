import { sql } from 'kysely'
import { addDays, type Day, dayOf } from '#contracts/dates.ts'
import type { StoreId } from '#contracts/ids.ts'
import { CHANGE_WINDOWS } from '#contracts/catalog/store-filters.ts'
import type { AppContext } from '#server/platform/context.ts'
import { lockStores } from '#server/platform/locks.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'

const STORES_PER_STEP = 1_000
const NEXT_ROUND_MS = 10 * 60_000
const LONGEST_DAYS = Math.max(...CHANGE_WINDOWS)

/**
 * Takes changes that are older than 7 and 30 days out of the filters of the list: the first step
 * after a UTC midnight does the work of the day.
 * @returns milliseconds to pause
 */
export async function ageChangesStep(ctx: AppContext): Promise<number> {
  const today = dayOf(ctx.now())
  for (const days of CHANGE_WINDOWS) if (await ageWindow(ctx, days, addDays(today, -days))) return 0
  await forgetDays(ctx, addDays(today, -LONGEST_DAYS))
  return NEXT_ROUND_MS
}

const columnOf = (days: (typeof CHANGE_WINDOWS)[number]) => sql.ref(`changed_${days}d`)

async function ageWindow(
  ctx: AppContext,
  days: (typeof CHANGE_WINDOWS)[number],
  last: Day,
): Promise<boolean> {
  const column = columnOf(days)
  const { rows } = await sql<{ store_id: StoreId }>`
    select distinct d.store_id from store_change_days d join stores s on s.id = d.store_id
    where d.day <= ${last} and s.${column} @> array[d.kind] limit ${STORES_PER_STEP}`.execute(
    ctx.db,
  )
  const storeIds = rows.map(({ store_id }) => store_id)
  if (storeIds.length === 0) return false
  await inTransaction(ctx, async ({ db }) => {
    await lockStores(db, storeIds)
    await sql`
      update stores set ${column} = array(
        select kind from store_change_days d where d.store_id = stores.id and d.day > ${last} order by kind collate "C")
      where id = any(${storeIds}::bigint[])`.execute(db)
  })
  return storeIds.length === STORES_PER_STEP
}

/**
 * Days that no window reaches any more; without them the work of a day depends only on the changes
 * of a month.
 */
async function forgetDays({ db }: AppContext, last: Day): Promise<void> {
  await db.deleteFrom('store_change_days').where('day', '<=', last).execute()
}
