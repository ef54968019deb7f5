import type { Day } from '#contracts/dates.ts'
import type { LaunchVerdict } from '#discovery/launch/launch-verdict.ts'
import type { AppContext } from '#server/context.ts'
import { launchColumns } from '#server/pipeline/store-row.ts'
import { judgeStores, type SignalledStore } from '#server/pipeline/store-signals.ts'

type FoundColumns = { found_at: Date; found_day: Day }

/** Judges a published store again with one more signal and updates its row; call it inside a transaction. */
export async function judgeAgain(
  { db }: AppContext,
  store: SignalledStore,
  found: Partial<FoundColumns> = {},
): Promise<LaunchVerdict> {
  const verdict = (await judgeStores(db, [store])).get(store.storeId)?.verdict
  if (!verdict) throw new Error('a store was not judged')
  await db
    .updateTable('stores')
    .set({ ...found, ...launchColumns(verdict) })
    .where('id', '=', store.storeId)
    .execute()
  return verdict
}
