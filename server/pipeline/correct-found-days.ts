import type { Db } from '#server/context.ts'
import { dayOf } from '#contracts/dates.ts'
import { dirtyTrendDays } from '#server/pipeline/compute-trends.ts'

/** Logs are read side by side, so an earlier entry for a host may turn up after its store was published: the earlier day counts. */
export async function correctFoundDays(db: Db, hosts: string[]): Promise<void> {
  if (hosts.length === 0) return
  const early = await db
    .selectFrom('candidates')
    .innerJoin('stores', 'stores.id', 'candidates.store_id')
    .select(['stores.id', 'stores.found_day', 'stores.launch_status', 'candidates.revealed_at'])
    .where('candidates.host', 'in', hosts)
    .whereRef('candidates.revealed_at', '<', 'stores.found_at')
    .execute()
  for (const store of early) {
    const foundDay = dayOf(store.revealed_at)
    await db
      .updateTable('stores')
      .set({ found_at: store.revealed_at, found_day: foundDay })
      .where('id', '=', store.id)
      .execute()
    if (store.launch_status !== 'new' || foundDay === store.found_day) continue
    await dirtyTrendDays(db, [foundDay, store.found_day])
  }
}
