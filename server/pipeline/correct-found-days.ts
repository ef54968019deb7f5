import { dayOf } from '#contracts/dates.ts'
import type { AppContext } from '#server/context.ts'
import { judgeLiveAgain } from '#server/pipeline/save-lags.ts'
import { judgeAgain } from '#server/pipeline/judge-again.ts'
import { certificateSignal } from '#server/pipeline/store-signals.ts'

/**
 * Logs are read in parallel, so an earlier entry for a host may turn up after its store was published: the earlier day counts. The launch
 * verdict depends on that day, so the store is judged again.
 */
export async function correctFoundDays(ctx: AppContext, hosts: string[]): Promise<void> {
  if (hosts.length === 0) return
  for (const store of await revealedEarlier(ctx, hosts)) await moveToEarlierDay(ctx, store)
}

/** Locked (see `lockStores`), so that when two logs bring earlier entries at once, the earliest is kept. */
async function revealedEarlier({ db }: AppContext, hosts: string[]) {
  return db
    .selectFrom('candidates')
    .innerJoin('stores', 'stores.id', 'candidates.store_id')
    .select(['stores.id', 'stores.launch_status'])
    .select(['candidates.host', 'candidates.revealed_at', 'candidates.log_id'])
    .where('candidates.host', 'in', hosts)
    .whereRef('candidates.revealed_at', '<', 'stores.found_at')
    .orderBy('stores.id')
    .orderBy('candidates.revealed_at', 'desc') // with two hosts of one store, the earlier day is written last
    .forUpdate('stores')
    .execute()
}

type EarlierStore = Awaited<ReturnType<typeof revealedEarlier>>[number]

async function moveToEarlierDay(ctx: AppContext, store: EarlierStore): Promise<void> {
  const foundAt = store.revealed_at
  const signals = [certificateSignal({ ...store, foundAt, now: ctx.now() })]
  const verdict = await judgeAgain(
    ctx,
    { storeId: store.id, foundAt, signals },
    { found_at: foundAt, found_day: dayOf(foundAt) },
  )
  await judgeLiveAgain(ctx.db, store)
  if (verdict.status === 'new' && store.launch_status !== 'new') await visitAgain(ctx, store.host)
}

/** While it counted as an old shop, its contacts were not fetched. */
async function visitAgain(ctx: AppContext, host: string): Promise<void> {
  await ctx.db.updateTable('candidates').set({ due_at: ctx.now() }).where('host', '=', host).execute()
}
