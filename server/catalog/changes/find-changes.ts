import { type RawBuilder, sql } from 'kysely'
import * as z from 'zod'
import { type Day, DAY_MS } from '#contracts/dates.ts'
import type { ClusterId, StoreId, UserId } from '#contracts/ids.ts'
import type { ProductChangeKind, StoreEventKind } from '#contracts/catalog/timeline.ts'
import { decodeCursor, encodeCursor } from '#server/catalog/search/cursor.ts'
import type { Db } from '#server/platform/db/schema.ts'

/** `day` only of changed products; `clusters`: only those among the products. */
export type FoundChange = ChangePlace & {
  storeId: StoreId
  kind: string
  day: Day | null
  clusters?: readonly ClusterId[]
}

export type ChangeQuery = {
  storeKinds: readonly StoreEventKind[]
  productKinds: readonly ProductChangeKind[]
  since: Date | null
  bounds: ChangeBounds
  limit: number
}

/**
 * The latest changes of all stores: as many steps in each kind's index as the limit says, whatever
 * the tables hold.
 */
export function findChanges(db: Db, query: ChangeQuery): Promise<FoundChange[]> {
  const latest = ({ table, kinds, columns, isInside }: Part) => sql`
    select found.* from unnest(${[...kinds]}::text[]) as asked (kind) cross join lateral (
      select ${columns} from ${sql.table(table)} where kind = asked.kind and ${isInside}
      order by at desc, id desc limit ${query.limit}) as found`
  return merge(db, query, latest)
}

/**
 * The same of a few stores, by their own indexes. Only the stores with the latest changes can
 * appear on the page: it reads one change of each store to find them.
 */
export function findChangesOf(
  db: Db,
  storeIds: readonly StoreId[],
  query: ChangeQuery,
): Promise<FoundChange[]> {
  const latest = ({ table, kinds, columns, isInside }: Part) => {
    const changesOf = (
      storeId: RawBuilder<unknown>,
      selected: RawBuilder<unknown>,
      limit: number,
    ) => sql`
      select ${selected} from ${sql.table(table)}
      where store_id = ${storeId} and kind = any(${[...kinds]}::text[]) and ${isInside} order by at desc, id desc limit ${limit}`
    return sql`
      select found.* from (
        select asked.id from unnest(${[...storeIds]}::bigint[]) as asked (id)
        cross join lateral (${changesOf(sql`asked.id`, sql`at, id as change`, 1)}) as newest
        order by newest.at desc, newest.change desc limit ${query.limit}) as store
      cross join lateral (${changesOf(sql`store.id`, columns, query.limit)}) as found`
  }
  return merge(db, query, latest)
}

export type FollowedChanges = {
  /** All changes of these. */
  storeIds: readonly StoreId[]
  /** Where other stores began or stopped listing one of these, but for those that the account hides. */
  clusters: readonly ClusterId[]
  userId: UserId
  now: Date
}

/** The same of what an account follows. */
export async function findFollowedChanges(
  db: Db,
  followed: FollowedChanges,
  query: ChangeQuery,
): Promise<FoundChange[]> {
  const { storeIds, clusters } = followed
  const [ofStores, ofClusters] = await Promise.all([
    storeIds.length === 0 ? [] : findChangesOf(db, storeIds, query),
    clusters.length === 0 ? [] : findListings(db, followed, query),
  ])
  return [...ofStores, ...ofClusters].toSorted(comparePlaces).slice(0, query.limit)
}

const comparePlaces = (a: ChangePlace, b: ChangePlace): number =>
  b.at.getTime() - a.at.getTime() ||
  (a.source === b.source ? b.id - a.id : a.source > b.source ? -1 : 1)

const LISTING_KINDS: readonly ProductChangeKind[] = ['added', 'removed', 'returned']
/** A popular product has hundreds of listings: their changes are read in no order. */
const LISTING_DAYS = 30

async function findListings(
  db: Db,
  { storeIds, clusters, userId, now }: FollowedChanges,
  { productKinds, since, bounds: { p: bound }, limit }: ChangeQuery,
): Promise<FoundChange[]> {
  const kinds = LISTING_KINDS.filter((kind) => productKinds.includes(kind))
  if (kinds.length === 0) return []
  const oldest = new Date(now.getTime() - LISTING_DAYS * DAY_MS)
  const from = since !== null && since > oldest ? since : oldest
  const { rows } = await sql<FoundChange>`
    select 'p' as source, d.id, d.store_id as "storeId", d.kind, d.day, found.at, found.clusters
    from (
      select c.store_id, c.kind, (c.at at time zone 'UTC')::date as day, min(c.at) as at, jsonb_agg(distinct p.cluster) as clusters
      from products p join product_changes c on c.store_id = p.store_id and c.product_id = p.product_id
      where p.cluster = any(${[...clusters]}::bigint[]) and c.kind = any(${kinds}::text[])
        and c.at >= ${from}
        and p.store_id <> all(${[...storeIds]}::bigint[])
        and not exists (select from hidden_stores h where h.user_id = ${userId} and h.store_id = p.store_id)
      group by 1, 2, 3) as found
    join product_change_days d using (store_id, kind, day)
    where (found.at, d.id) < (${bound.at}::timestamptz, ${bound.id}::bigint)
    order by found.at desc, d.id desc limit ${limit}`.execute(db)
  return rows
}

type Part = {
  table: 'store_events' | 'product_change_days'
  kinds: readonly string[]
  columns: RawBuilder<unknown>
  isInside: RawBuilder<unknown>
}

async function merge(
  db: Db,
  { storeKinds, productKinds, since, bounds, limit }: ChangeQuery,
  latest: (part: Part) => RawBuilder<unknown>,
): Promise<FoundChange[]> {
  const isInside = ({ at, id }: ChangeBounds['s']) =>
    sql`(at, id) < (${at}::timestamptz, ${id}::bigint) and at >= ${since ?? '-infinity'}::timestamptz`
  const ofStores: Part = {
    table: 'store_events',
    kinds: storeKinds,
    columns: sql`'s' as source, id, store_id as "storeId", kind, null::date as day, at`,
    isInside: isInside(bounds.s),
  }
  const ofProducts: Part = {
    table: 'product_change_days',
    kinds: productKinds,
    columns: sql`'p' as source, id, store_id as "storeId", kind, day, at`,
    isInside: isInside(bounds.p),
  }
  const parts = [ofStores, ofProducts].filter(({ kinds }) => kinds.length > 0)
  if (parts.length === 0) return []
  const { rows } = await sql<FoundChange>`
    select * from (${sql.join(parts.map(latest), sql` union all `)}) as latest
    order by at desc, source desc, id desc limit ${limit}`.execute(db)
  return rows
}

type ChangeSource = 's' | 'p'

/** By time, then by table, then by number, the latest first. */
type ChangePlace = { at: Date; source: ChangeSource; id: number }

/**
 * Only the rows of a table whose (at, id) is lower than this come after a place. `infinity`: all of
 * them.
 */
type Bound = { at: Date | 'infinity'; id: number }
type ChangeBounds = Record<ChangeSource, Bound>

/** Ids begin at 1 and stay below 2^53. */
const [BELOW_ALL, ABOVE_ALL] = [0, Number.MAX_SAFE_INTEGER]

/** At the same moment, events of stores come before days of products. */
export function boundsAfter(place: ChangePlace | null): ChangeBounds {
  if (place === null)
    return { s: { at: 'infinity', id: BELOW_ALL }, p: { at: 'infinity', id: BELOW_ALL } }
  const { at, source, id } = place
  return {
    s: { at, id: source === 's' ? id : BELOW_ALL },
    p: { at, id: source === 'p' ? id : ABOVE_ALL },
  }
}

/**
 * Short keys, because a cursor travels in an address. Every writer takes its time from the context:
 * whole milliseconds.
 */
const Cursor = z.strictObject({
  a: z.int().min(0).max(8_640_000_000_000_000),
  t: z.enum(['s', 'p']),
  i: z.int().min(1),
})

export function writeChangeCursor({ at, source, id }: ChangePlace): string {
  const cursor: z.infer<typeof Cursor> = { a: at.getTime(), t: source, i: id }
  return encodeCursor(cursor)
}

/** @throws AppError `invalid_request` for a foreign cursor */
export function readChangeCursor(text: string): ChangePlace {
  const { a, t: source, i: id } = decodeCursor(Cursor, text)
  return { at: new Date(a), source, id }
}
