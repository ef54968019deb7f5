import { type RawBuilder, sql } from 'kysely'
import type { Day } from '#contracts/dates.ts'
import type { StoreEventKind } from '#contracts/stores/timeline.ts'
import type { ProductChangeKind } from '#server/platform/db/product-schema.ts'
import type { Db } from '#server/platform/db/schema.ts'
import type { ChangeBounds, ChangePlace } from './change-cursor.ts'

/** One change as the indexes know it; `day` only of changed products. */
export type FoundChange = ChangePlace & { storeId: number; kind: string; day: Day | null }

/** Which changes, after which place, and how many. */
export type ChangeQuery = {
  storeKinds: readonly StoreEventKind[]
  productKinds: readonly ProductChangeKind[]
  since: Date | null
  bounds: ChangeBounds
  limit: number
}

/** The latest changes of all stores: as many steps in each kind's index as the limit says, whatever the tables hold. */
export function findChanges(db: Db, query: ChangeQuery): Promise<FoundChange[]> {
  const latest = ({ table, kinds, columns, isInside }: Part) => sql`
    select found.* from unnest(${[...kinds]}::text[]) as asked (kind) cross join lateral (
      select ${columns} from ${sql.table(table)} where kind = asked.kind and ${isInside}
      order by at desc, id desc limit ${query.limit}) as found`
  return merge(db, query, latest)
}

/** The same of a few stores, by their own indexes. */
export function findChangesOf(
  db: Db,
  storeIds: readonly number[],
  query: ChangeQuery,
): Promise<FoundChange[]> {
  const latest = ({ table, kinds, columns, isInside }: Part) => sql`
    select found.* from unnest(${[...storeIds]}::bigint[]) as asked (id) cross join lateral (
      select ${columns} from ${sql.table(table)} where store_id = asked.id and kind = any(${[...kinds]}::text[]) and ${isInside}
      order by at desc, id desc limit ${query.limit}) as found`
  return merge(db, query, latest)
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
