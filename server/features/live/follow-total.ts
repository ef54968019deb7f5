import { setTimeout as sleep } from 'node:timers/promises'
import type { StoreTotal } from '#contracts/live.ts'
import { type StoreQueryInput, storeQueryOf } from '#server/features/stores/store-query.ts'
import { requirePaid, type RequestContext } from '#server/route.ts'
import type { createTurns } from './in-turn.ts'
import type { StoreWatch } from './store-watch.ts'

/** How often the stream sends a keep-alive: proxies cut off silent connections. */
const SIGN_OF_LIFE_MS = 15_000
const ENDS_AFTER_MS = 10 * 60_000

/** The total at once, then again whenever it changes; null = keep-alive. Each new stream checks the permission again. */
export async function* followTotal(
  ctx: RequestContext,
  input: StoreQueryInput,
  { watch, inTurn }: { watch: StoreWatch; inTurn: ReturnType<typeof createTurns> },
  signal: AbortSignal,
): AsyncGenerator<StoreTotal | null> {
  requirePaid(ctx)
  const endsAt = performance.now() + ENDS_AFTER_MS
  // Computed once: the start of "new since the last stay" must not move while the stream is open.
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
