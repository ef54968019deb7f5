import { sql } from 'kysely'
import type { Day } from '#contracts/dates.ts'
import type { TrendBadge } from '#contracts/stores/trending.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import type { Db } from '#server/platform/db/schema.ts'

export type TrendRowRead = {
  store_id: number
  product_id: number
  score: number
  stores: number
  badge: TrendBadge
}
/** All trends of a day, as the transaction `changeId` left them. */
export type DayRead = { day: Day; changeId: number; rows: TrendRowRead[] }

/** With the number of the last transaction that changed it; 0 if it has not changed since it was filled. */
type KnownDay = { day: Day; change_id: number }

/** Every day with trends, and where to resume reading changes. */
export async function findAllDays(db: Db): Promise<{ days: KnownDay[]; next: number }> {
  // Determines the resume position first: changes made while the days are read are then read again.
  const { next } = await findChangedDays(db, Number.MAX_SAFE_INTEGER)
  const { rows } = await sql<KnownDay>`
    select t.day, coalesce(c.change_id, 0) as change_id
    from (select distinct day from trend_scores where is_trending) as t left join trend_changes c using (day) order by t.day`.execute(
    db,
  )
  return { days: rows, next }
}

/**
 * The days whose trends changed since a reading ended at `since`, and where to resume; see `readChanges`. A day that appears again with the
 * same `change_id` is unchanged.
 */
export async function findChangedDays(db: Db, since: number): Promise<{ days: KnownDay[]; next: number }> {
  const rows = await selectChangedDays(db, since)
  const [state] = rows
  if (!state) throw new Error('the database returned no state')
  const days = rows.flatMap(({ day, change_id }) =>
    day === null || change_id === null ? [] : [{ day, change_id }],
  )
  return { days, next: state.next }
}

type ChangedDayRow = { next: number; day: Day | null; change_id: number | null }

const selectChangedDays = prepared('trend_changes', (db, since: number) => ({
  compile: () =>
    sql<ChangedDayRow>`
    select state.next, c.day, c.change_id
    from (select (pg_snapshot_xmin(pg_current_snapshot())::text)::bigint as next) as state
    left join trend_changes c on c.change_id >= ${since} order by c.day`.compile(db),
}))

/** The days with their change numbers, from one moment. */
export async function readDays(db: Db, days: Day[]): Promise<DayRead[]> {
  const { rows } = await sql<KnownDay & { [Column in keyof TrendRowRead]: TrendRowRead[Column] | null }>`
    select asked.day, coalesce(c.change_id, 0) as change_id, t.store_id, t.product_id, d.score, d.stores, d.badge
    from unnest(${days}::date[]) as asked (day)
    left join trend_changes c on c.day = asked.day
    left join (product_trends t join trend_scores d on d.cluster = t.cluster and d.day = t.day) on t.day = asked.day`.execute(
    db,
  )
  const read = new Map<Day, DayRead>()
  for (const { day, change_id: changeId, ...row } of rows) {
    const of = read.get(day) ?? { day, changeId, rows: [] }
    read.set(day, of)
    if (isWhole(row)) of.rows.push(row)
  }
  return [...read.values()]
}

const isWhole = (row: { [Column in keyof TrendRowRead]: TrendRowRead[Column] | null }): row is TrendRowRead =>
  row.store_id !== null

export type ProductKey = { storeId: number; productId: number }

/** In the order of the keys; null for a deleted product. */
export async function readTitles(db: Db, keys: ProductKey[]): Promise<(string | null)[]> {
  const { rows } = await sql<{ title: string | null }>`
    select p.title
    from unnest(${keys.map(({ storeId }) => storeId)}::bigint[], ${keys.map(({ productId }) => productId)}::bigint[])
      with ordinality as asked (store_id, product_id, place)
    left join products p on p.store_id = asked.store_id and p.product_id = asked.product_id
    order by asked.place`.execute(db)
  return rows.map(({ title }) => title)
}
