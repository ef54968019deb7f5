import { sql } from 'kysely'
import { type Day, DAY_MS } from '#contracts/dates.ts'
import { type ClusterId, type StoreId, toClusterId } from '#contracts/ids.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { defineCron } from '#server/platform/jobs/job-definition.ts'
import { SCHEMA_VERSION } from './clickhouse/tables.ts'

/**
 * The ordered feed of all changes to stores and trends, for every copy outside the tables. A
 * transaction writes to an outbox; after the commit the next reader numbers its changes, one
 * assigner at a time. So no number is followed by a lower one, and an open transaction delays no
 * other.
 */
export type Change =
  | { seq: number; kind: 'store'; storeId: StoreId }
  | { seq: number; kind: 'trends'; day: Day; clusters: ClusterId[] }

export type FeedState = {
  /** 0 before the first. */
  head: number
  /**
   * Changes up to here were deleted: a reader that has not read these must read everything again.
   */
  prunedTo: number
}

const CHANGES_PER_NUMBERING = 5_000

/** `head` includes everything committed before the call. */
export async function readFeedState(db: Db): Promise<FeedState> {
  const state = await selectState(db)
  if (!state.hasPending) return state
  while ((await numberChanges(db)) === CHANGES_PER_NUMBERING);
  return selectState(db)
}

type StateRow = FeedState & { hasPending: boolean }

async function selectState(db: Db): Promise<StateRow> {
  const [state] = await selectStates(db)
  if (!state) throw new Error('the database returned no state of the change feed')
  return state
}

const selectStates = prepared('feed_state', (db) => ({
  compile: () =>
    sql<StateRow>`
    select greatest(pruned_to, coalesce((select max(seq) from change_feed), 0)) as head,
      pruned_to as "prunedTo", exists (select from change_outbox) as "hasPending"
    from change_feed_state`.compile(db),
}))

/** @returns how many rows of the outbox got a number */
async function numberChanges(db: Db): Promise<number> {
  const { rows } = await sql<{ numbered: number }>`
    select number_changes(${CHANGES_PER_NUMBERING}) as numbered`.execute(db)
  return rows[0]?.numbered ?? 0
}

export async function readIndexChanges(db: Db, after: number, limit: number): Promise<Change[]> {
  const rows = await selectChanges(db, after, limit)
  return rows.map(toChange)
}

/** What has to be read again; `clusters` may hold those of earlier changes. */
export function groupChanges(
  changes: readonly Change[],
  clusters = new Map<Day, Set<ClusterId>>(),
) {
  const stores = new Set<StoreId>()
  for (const change of changes)
    if (change.kind === 'store') stores.add(change.storeId)
    else {
      const ofDay = clusters.get(change.day) ?? new Set()
      for (const cluster of change.clusters) ofDay.add(cluster)
      clusters.set(change.day, ofDay)
    }
  return { stores: [...stores], clusters }
}

const selectChanges = prepared('changes', (db, after: number, limit: number) =>
  db
    .selectFrom('change_feed')
    .select(['seq', 'changed_store', 'day', 'clusters'])
    .where('seq', '>', after)
    .orderBy('seq')
    .limit(limit),
)

type ChangeRow = Awaited<ReturnType<typeof selectChanges>>[number]

function toChange({ seq, changed_store, day, clusters }: ChangeRow): Change {
  if (changed_store !== null) return { seq, kind: 'store', storeId: changed_store }
  if (day === null || clusters === null)
    throw new Error(`change ${seq} names neither a store nor clusters`)
  return { seq, kind: 'trends', day, clusters: clusters.map((id) => toClusterId(id)) }
}

/**
 * How long the slowest external follower has been missing a committed change; 0 = it has all, null
 * = there is none.
 */
export async function readFollowerDelay(db: Db): Promise<number | null> {
  await readFeedState(db) // numbers what was committed meanwhile
  const { rows } = await sql<{ seconds: number | null }>`
    select case when position is not null then coalesce(extract(epoch from now() - (
      select numbered_at from change_feed where seq > position order by seq limit 1)), 0)::float8 end as seconds
    from (select min(position) as position from change_followers where schema = ${SCHEMA_VERSION}) as slowest`.execute(
    db,
  )
  return rows[0]?.seconds ?? null
}

/**
 * How long changes are kept for processes with copies in memory. A process that was away longer
 * reads everything again.
 */
const KEEP_MS = 60 * 60 * 1000

/**
 * A follower notes twice a minute that it follows, also while it loads or finds no changes. One
 * that did not for this long is gone.
 */
const FOLLOWER_GONE_AFTER_MS = 3 * DAY_MS

/**
 * Deletes what every follower has read. One that is gone (not in the settings, or away for days) no
 * longer counts; should it return, it reads everything again. Those of another release count for a
 * day: then it was replaced or rolled back.
 */
export async function pruneFeed(db: Db, now: Date): Promise<void> {
  const ago = (ms: number) => new Date(now.getTime() - ms)
  await sql`
    with read as (
      select least((select max(seq) from change_feed where numbered_at < ${ago(KEEP_MS)}), (select min(position) from change_followers
          where (schema = ${SCHEMA_VERSION} and followed_at > ${ago(FOLLOWER_GONE_AFTER_MS)})
            or (schema != ${SCHEMA_VERSION} and followed_at > ${ago(DAY_MS)}))) as seq),
    pruned as (delete from change_feed using read where change_feed.seq <= read.seq)
    update change_feed_state set pruned_to = greatest(pruned_to, read.seq) from read where read.seq is not null`.execute(
    db,
  )
}

export const pruneChanges = defineCron({
  name: 'prune-changes',
  maxAttempts: 3,
  cron: '13 * * * *',
  run: ({ db, now }) => pruneFeed(db, now()),
})

/**
 * Notes trending products with a new title for everything that keeps a copy of the trends; the
 * latest day of a product is enough, because its title is kept once.
 */
export async function recordRetitled(
  db: Db,
  products: readonly { storeId: StoreId; productId: number | string }[],
): Promise<void> {
  if (products.length === 0) return
  await sql`
    insert into change_outbox (day, clusters)
    select t.day, array_agg(distinct t.cluster)
    from unnest(${products.map(({ storeId }) => storeId)}::bigint[], ${products.map(({ productId }) => productId)}::bigint[])
      as p (store_id, product_id)
    cross join lateral (
      select day, cluster from product_trends where store_id = p.store_id and product_id = p.product_id order by day desc limit 1) as t
    group by t.day`.execute(db)
}
