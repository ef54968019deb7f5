import { setTimeout as sleep } from 'node:timers/promises'
import pLimit from 'p-limit'
import type { StoreTotal } from '#contracts/stores/live.ts'
import { type StoreQueryInput, storeQueryOf } from '#server/catalog/stores/store-query.ts'
import { requirePaid } from '#server/platform/session/viewer.ts'
import type { CatalogContext, CatalogRequest } from './context.ts'

/** How often the stream sends a keep-alive: proxies cut off silent connections. */
const SIGN_OF_LIFE_MS = 15_000
const ENDS_AFTER_MS = 10 * 60_000

/** The total at once, then again whenever it changes; null = keep-alive. Each new stream checks the permission again. */
export async function* followTotal(
  ctx: CatalogRequest,
  input: StoreQueryInput,
  { watch, inTurn }: { watch: StoreWatch; inTurn: ReturnType<typeof createThrottledQueue> },
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

const POLL_EVERY_MS = 1_000

/** Checks once a second for changes, on behalf of all waiting streams, and only while a stream waits. */
type StoreWatch = {
  /** Resolves with a version other than `known`, or with `known` itself after `patienceMs`. @throws when `signal` is aborted */
  change: (known: number, patienceMs: number, signal: AbortSignal) => Promise<number>
}

export function createStoreWatch({
  storeIndex,
  log,
}: Pick<CatalogContext, 'storeIndex' | 'log'>): StoreWatch {
  let next: Promise<number> | undefined
  const look = async (): Promise<number> => {
    await sleep(POLL_EVERY_MS)
    next = undefined
    return storeIndex.refresh()
  }
  return {
    async change(known, patienceMs, signal) {
      const until = performance.now() + patienceMs
      let version = known
      while (version === known && performance.now() < until) {
        next ??= look()
        try {
          version = await next
        } catch (error) {
          // The database may be away for a moment; streams keep waiting.
          log.info({ event: 'live.unread', err: error }, 'could not look for new stores')
        }
        signal.throwIfAborted()
      }
      return version
    },
  }
}

/** The pause, as a multiple of the time that the work took. */
const REST_FACTOR = 3
const MOST_REST_MS = 1_000

/** Runs tasks one after the other with pauses in between, so that open streams take at most a quarter of the process. */
export function createThrottledQueue(): <Result>(work: () => Promise<Result>) => Promise<Result> {
  const limit = pLimit(1)
  return (work) =>
    new Promise((resolve, reject) => {
      void limit(async () => {
        const startedMs = performance.now()
        try {
          resolve(await work())
        } catch (error) {
          reject(error)
        }
        const tookMs = performance.now() - startedMs
        // Too short for a timer to measure.
        if (tookMs >= 1) await sleep(Math.min(tookMs * REST_FACTOR, MOST_REST_MS))
      })
    })
}
