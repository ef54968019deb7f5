import { sql } from 'kysely'
import { addDays, dayOf, type Day } from '#contracts/dates.ts'
import type { AppContext, Db } from '#server/context.ts'
import { inTransaction } from '#server/db/transaction.ts'

/**
 * The first trending formula. A product is trending on a UTC day when at least `leastStores` different newly launched
 * stores that were found in the `windowDays` days up to and with that day list the same product (equal product key, see
 * `discovery/trend/product-key.ts`). Its score is the number of those stores.
 */
export const TREND_RULE = { windowDays: 7, leastStores: 3 }

const DAYS_PER_STEP = 4
const BUSY_MS = 2_000
const IDLE_MS = 5_000

/** Says that the trends of the days which stores found on `foundDays` take part in must be computed again. */
export async function dirtyTrendDays(db: Db, foundDays: Day[]): Promise<void> {
  if (foundDays.length === 0) return
  await sql`
    insert into trend_days (day, version)
    select distinct found::date + reach, 1
    from unnest(${foundDays}::text[]) as found, generate_series(0, ${TREND_RULE.windowDays - 1}::integer) as reach order by 1
    on conflict (day) do update set version = trend_days.version + 1`.execute(db)
}

/** Computes a few of the days whose stores or products changed, the latest first. @returns milliseconds to rest */
export async function computeTrendsStep(ctx: AppContext): Promise<number> {
  const { rows } = await sql<{ day: Day; version: number }>`
    select day, version from trend_days where day <= ${dayOf(ctx.now())} and version > computed_version
    order by computed_version > 0, day desc limit ${DAYS_PER_STEP}`.execute(ctx.db)
  for (const { day, version } of rows) await inTransaction(ctx, (ctx) => computeTrends(ctx, day, version))
  return rows.length === DAYS_PER_STEP ? BUSY_MS : IDLE_MS
}

/** What commits after `version` was read raises it, so the day is computed once more. */
async function computeTrends(ctx: AppContext, day: Day, version: number): Promise<void> {
  if (!(await takeTurn(ctx))) return
  await ctx.db.deleteFrom('product_trends').where('day', '=', day).execute()
  await sql`
    with listed as (
      select p.store_id, p.product_id, p.product_key
      from products p join stores s on s.id = p.store_id
      where s.launch_status = 'new' and p.product_key <> ''
        and s.found_day between ${addDays(day, 1 - TREND_RULE.windowDays)} and ${day}),
    hot as (
      select product_key, count(distinct store_id)::integer as stores from listed
      group by product_key having count(distinct store_id) >= ${TREND_RULE.leastStores})
    insert into product_trends (store_id, product_id, day, product_key, stores, score)
    select listed.store_id, listed.product_id, ${day}::date, listed.product_key, hot.stores, hot.stores
    from listed join hot on hot.product_key = listed.product_key`.execute(ctx.db)
  await ctx.db.updateTable('trend_days').set({ computed_version: version }).where('day', '=', day).execute()
}

const TURN = 'trends_turn'

/** Two processes that compute a day at once would insert the same rows. False while another one does; a row of its own, so that nobody else waits. */
async function takeTurn({ db, now }: AppContext): Promise<boolean> {
  await db
    .insertInto('system_state')
    .values({ key: TURN, value: 'true', updated_at: now() })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
  const row = await db
    .selectFrom('system_state')
    .select('key')
    .where('key', '=', TURN)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  return row !== undefined
}
