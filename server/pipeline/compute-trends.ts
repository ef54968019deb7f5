import { sql } from 'kysely'
import type { Day } from '#contracts/dates.ts'
import { scoreTrend } from '#discovery/trend/score-trend.ts'
import type { AppContext, Db } from '#server/context.ts'
import { lockStores } from '#server/db/lock-stores.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { holdOffErasure } from '#server/features/opt-out/erasure-lock.ts'
import { countFirstVisits } from '#server/pipeline/candidates.ts'
import { type ClusterCounts, countTrends, isListedOn } from '#server/pipeline/count-trends.ts'
import type { DayRests } from '#server/pipeline/day-rests.ts'
import { jsonText } from '#server/pipeline/json-text.ts'
import { saveLastTrendingDays } from '#server/pipeline/last-trending-days.ts'
import { MATCHED_AT_ONCE, matchProducts } from '#server/pipeline/match-products.ts'
import { takeTurn } from '#server/pipeline/take-turn.ts'
import { type DueDay, findDueDays } from '#server/pipeline/trend-days.ts'

const MATCHES_PER_STEP = 4
const DAYS_PER_STEP = 4
const BUSY_MS = 250
const IDLE_MS = 5_000
/** While more hosts than this wait for their first visit, the database is theirs first. */
const FEW_FIRST_VISITS = 10

/**
 * Finds the same product in several stores, then computes a few of the days whose stores, products or clusters changed. Neither waits for
 * the other to be finished: there is always a trend of today, and it gets better. @returns milliseconds to rest
 */
export async function computeTrendsStep(ctx: AppContext, rests?: DayRests): Promise<number> {
  const isBehind = (await countFirstVisits(ctx.db, FEW_FIRST_VISITS + 1)) > FEW_FIRST_VISITS
  let matched = MATCHED_AT_ONCE
  for (let round = 0; round < (isBehind ? 1 : MATCHES_PER_STEP) && matched >= MATCHED_AT_ONCE; round++)
    matched = await matchProducts(ctx)
  const days = await findDueDays(ctx, DAYS_PER_STEP, rests?.now())
  for (const due of days) {
    const startedMs = performance.now()
    await inTransaction(ctx, (ctx) => computeDay(ctx, due))
    rests?.note(due.day, performance.now() - startedMs)
  }
  return !isBehind && (matched > 0 || days.length === DAYS_PER_STEP) ? BUSY_MS : IDLE_MS
}

/** What commits after `version` was read raises it, so the day is computed once more. */
async function computeDay(ctx: AppContext, { day, version }: DueDay): Promise<void> {
  await holdOffErasure(ctx.db)
  if (!(await takeTurn(ctx, 'trends_turn'))) return
  await saveTrends(ctx.db, day, await countTrends(ctx.db, day))
  await ctx.db
    .updateTable('trend_days')
    .set({ computed_version: version, computed_at: ctx.now() })
    .where('day', '=', day)
    .execute()
}

type Trend = { cluster: number; stores: number; score: number; badge: string; components: unknown }

/** Writes only what differs, because most of a day stays as it was. Readers see the day before or after, never half of it. */
async function saveTrends(db: Db, day: Day, clusters: ClusterCounts[]): Promise<void> {
  const trends = clusters.flatMap(({ cluster, counts }): Trend[] => {
    const { isTrending, score, badge, components } = scoreTrend(counts)
    return isTrending ? [{ cluster, stores: counts.stores, score, badge, components }] : []
  })
  const wanted = await findTrending(db, day, trends)
  // Only those of which a product comes or goes: few, once a day has been computed.
  const storeIds = await storesThatDiffer(db, day, wanted)
  await lockStores(db, storeIds)
  await writeTrends(db, day, { trends, wanted })
  await saveLastTrendingDays(db, storeIds)
}

type Trending = { store_id: number; product_id: number; cluster: number }

async function findTrending(db: Db, day: Day, trends: Trend[]): Promise<Trending[]> {
  if (trends.length === 0) return []
  const { rows } = await sql<Trending>`
    select p.store_id, p.product_id, p.cluster from products p join stores s on s.id = p.store_id
    where p.cluster = any(${trends.map(({ cluster }) => cluster)}::bigint[]) and ${isListedOn(day)}`.execute(
    db,
  )
  return rows
}

const keysOf = (wanted: Trending[]) => sql`unnest(${wanted.map((row) => row.store_id)}::bigint[],
  ${wanted.map((row) => row.product_id)}::bigint[], ${wanted.map((row) => row.cluster)}::bigint[]) as w (store_id, product_id, cluster)`

async function storesThatDiffer(db: Db, day: Day, wanted: Trending[]): Promise<number[]> {
  const { rows } = await sql<{ store_id: number }>`
    select distinct store_id from ${keysOf(wanted)}
    full join (select store_id, product_id, true as is_there from product_trends where day = ${day}) t using (store_id, product_id)
    where w.cluster is null or t.is_there is null`.execute(db)
  return rows.map(({ store_id }) => store_id)
}

type DayTrends = { trends: Trend[]; wanted: Trending[] }

/** A product that was forgotten since it was found is left out, so that no trend is without product. */
async function writeTrends(db: Db, day: Day, { trends, wanted }: DayTrends): Promise<void> {
  await sql`
    with wanted as materialized (
      select w.store_id, w.product_id, p.product_key, w.cluster, t.stores, t.score, t.badge, t.components from ${keysOf(wanted)}
      join jsonb_to_recordset(${jsonText(trends)}::jsonb) as t (cluster bigint, stores integer, score integer, badge text, components jsonb)
        on t.cluster = w.cluster
      join products p on p.store_id = w.store_id and p.product_id = w.product_id),
    gone as (
      delete from product_trends t where t.day = ${day} and not exists (
        select from wanted w where w.store_id = t.store_id and w.product_id = t.product_id))
    insert into product_trends (store_id, product_id, day, product_key, cluster, stores, score, badge, components)
    select store_id, product_id, ${day}::date, product_key, cluster, stores, score, badge, components from wanted
    on conflict (store_id, product_id, day) do update set product_key = excluded.product_key, cluster = excluded.cluster, stores = excluded.stores,
      score = excluded.score, badge = excluded.badge, components = excluded.components
    where (product_trends.product_key, product_trends.cluster, product_trends.components, product_trends.badge)
      is distinct from (excluded.product_key, excluded.cluster, excluded.components, excluded.badge)`.execute(
    db,
  )
}
