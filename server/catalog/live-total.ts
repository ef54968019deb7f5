import { setTimeout as sleep } from 'node:timers/promises'
import pLimit from 'p-limit'
import type { StoreTotal } from '#contracts/catalog/live.ts'
import { withMarks } from './stores/account-marks.ts'
import { type StoreQueryInput, prepareStoreQuery } from './stores/store-query.ts'
import { requirePaid } from '#server/platform/session/viewer.ts'
import type { CatalogContext, CatalogRequest } from './context.ts'

/** Proxies cut off silent connections. */
const KEEP_ALIVE_MS = 15_000
const MAX_STREAM_MS = 10 * 60_000

/**
 * The total at once, then again whenever it changes; null = keep-alive. Each new stream checks the
 * permission again.
 */
export async function* streamTotal(
  ctx: CatalogRequest,
  input: StoreQueryInput,
  { watch, throttled }: { watch: StoreWatch; throttled: ReturnType<typeof createThrottledQueue> },
  signal: AbortSignal,
): AsyncGenerator<StoreTotal | null> {
  const { userId } = requirePaid(ctx)
  const endsAt = performance.now() + MAX_STREAM_MS
  // Computed once: the start of "new since the last visit" must not move while the stream is open.
  const query = await prepareStoreQuery(ctx, input, { recordsVisit: false })
  let token = await ctx.storeSearch.changeToken()
  let sent: number | undefined
  while (performance.now() < endsAt) {
    const counting = throttled(() => {
      signal.throwIfAborted()
      // What the account marks or hides meanwhile counts too.
      return withMarks(ctx.sharedDb, userId, query).then(ctx.storeSearch.find)
    })
    while (!(await isSettledWithin(counting, KEEP_ALIVE_MS))) yield null
    const { total } = await counting
    yield total === sent ? null : { total }
    sent = total
    token = await watch.nextToken(token, KEEP_ALIVE_MS, signal)
  }
}

const isSettledWithin = (work: Promise<unknown>, timeoutMs: number): Promise<boolean> =>
  Promise.race([
    work.then(
      () => true,
      () => true,
    ),
    sleep(timeoutMs, false, { ref: false }),
  ])

const POLL_EVERY_MS = 1_000

/**
 * Checks once a second for changes, on behalf of all waiting streams, and only while a stream
 * waits.
 */
type StoreWatch = {
  /**
   * Resolves with a token other than `known`, or with `known` itself after `timeoutMs`. @throws
   * when `signal` is aborted
   */
  nextToken: (known: string, timeoutMs: number, signal: AbortSignal) => Promise<string>
}

export function createStoreWatch({
  storeSearch,
  log,
}: Pick<CatalogContext, 'storeSearch' | 'log'>): StoreWatch {
  let nextPoll: Promise<string> | undefined
  const poll = async (): Promise<string> => {
    await sleep(POLL_EVERY_MS)
    nextPoll = undefined
    return storeSearch.changeToken()
  }
  return {
    async nextToken(known, timeoutMs, signal) {
      const until = performance.now() + timeoutMs
      let token = known
      while (token === known && performance.now() < until) {
        nextPoll ??= poll()
        try {
          token = await nextPoll
        } catch (error) {
          // The database may be unavailable for a moment; streams keep waiting.
          log.info({ event: 'live.unread', err: error }, 'could not look for new stores')
        }
        signal.throwIfAborted()
      }
      return token
    },
  }
}

const PAUSE_FACTOR = 3
const MAX_PAUSE_MS = 1_000

/**
 * Runs tasks one after the other with pauses in between, so that open streams take at most a
 * quarter of the process.
 */
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
        if (tookMs >= 1) await sleep(Math.min(tookMs * PAUSE_FACTOR, MAX_PAUSE_MS))
      })
    })
}
