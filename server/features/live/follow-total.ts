import { setTimeout as sleep } from 'node:timers/promises'
import type { StoreTotal } from '#contracts/live.ts'
import { type StoreQueryInput, storeQueryOf } from '#server/features/stores/store-query.ts'
import { requirePaid, type RequestContext } from '#server/route.ts'
import type { createTurns } from './in-turn.ts'
import type { StoreWatch } from './store-watch.ts'

/** So often the caller hears from us even when nothing changes: proxies cut off what is silent. */
const SIGN_OF_LIFE_MS = 15_000
const ENDS_AFTER_MS = 10 * 60_000

/** The total at once, then each time that it becomes another one; null = still here. Who may ask is looked at again with every new stream. */
export async function* followTotal(
  ctx: RequestContext,
  input: StoreQueryInput,
  { watch, inTurn }: { watch: StoreWatch; inTurn: ReturnType<typeof createTurns> },
  signal: AbortSignal,
): AsyncGenerator<StoreTotal | null> {
  requirePaid(ctx)
  const endsAt = performance.now() + ENDS_AFTER_MS
  // Once for all: what is new since the last stay does not become another thing while somebody looks on.
  const query = await storeQueryOf(ctx, input, { notesStay: false })
  let version = await ctx.storeIndex.refresh()
  let told: number | undefined
  while (performance.now() < endsAt) {
    const counting = inTurn(() => {
      signal.throwIfAborted()
      return ctx.storeIndex.find(query)
    })
    while (!(await settlesWithin(counting, SIGN_OF_LIFE_MS))) yield null
    const { total } = await counting
    yield total === told ? null : { total }
    told = total
    version = await watch.change(version, SIGN_OF_LIFE_MS, signal)
  }
}

const settlesWithin = (work: Promise<unknown>, patienceMs: number): Promise<boolean> =>
  Promise.race([
    work.then(
      () => true,
      () => true,
    ),
    sleep(patienceMs, false, { ref: false }),
  ])
