import type { Db } from '#server/context.ts'

type Hits = { searchId: string; at: Date }

const columns = [
  'stores.id',
  'stores.name',
  'stores.domain',
  'stores.launch_day',
  'stores.launch_confidence',
  'stores.country',
  'stores.category',
  'stores.product_count',
] as const

export type HitStore = Awaited<ReturnType<typeof readHits>>[number]

const hitsOf = (db: Db, { searchId, at }: Hits) =>
  db
    .selectFrom('saved_search_hits')
    .innerJoin('stores', 'stores.id', 'saved_search_hits.store_id')
    .where('search_id', '=', searchId)
    .where('at', '=', at)

/** The stores that one run found, the latest first. Stores deleted by now are left out. */
export const readHits = (db: Db, hits: Hits, most: number) =>
  hitsOf(db, hits)
    .select(columns)
    .orderBy('stores.visible_at', 'desc')
    .orderBy('stores.id', 'desc')
    .limit(most)
    .execute()

export async function countHits(db: Db, hits: Hits): Promise<number> {
  const { count } = await hitsOf(db, hits)
    .select((on) => on.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}
