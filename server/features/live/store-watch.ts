import { setTimeout as sleep } from 'node:timers/promises'
import type { AppContext } from '#server/context.ts'

const LOOK_EVERY_MS = 1_000

/** Checks once a second for changes, on behalf of all waiting streams, and only while a stream waits. */
export type StoreWatch = {
  /** Resolves with a version other than `known`, or with `known` itself after `patienceMs`. @throws when `signal` is aborted */
  change: (known: number, patienceMs: number, signal: AbortSignal) => Promise<number>
}

export function createStoreWatch({ storeIndex, log }: Pick<AppContext, 'storeIndex' | 'log'>): StoreWatch {
  let next: Promise<number> | undefined
  const look = async (): Promise<number> => {
    await sleep(LOOK_EVERY_MS)
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
