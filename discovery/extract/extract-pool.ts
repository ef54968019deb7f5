import {
  startExtractThread,
  type ExtractTask,
  type ExtractThread,
} from '#discovery/extract/extract-thread.ts'
import type { ExtractedVisit } from '#discovery/extract/extract-visit.ts'
import type { ExtractAnswer, ExtractWork } from '#discovery/extract/extract-worker.ts'
import { notAStore } from '#discovery/extract/not-a-store.ts'
import type { VisitPages } from '#discovery/extract/store-snapshot.ts'
import type { ParsedProducts, ProductContext } from '#discovery/products/parse-products.ts'

export type ExtractPool = AsyncDisposable & {
  /**
   * `extractVisit` on another thread. A visit that takes too long yields `isStore: false` with the reason
   * `extraction_timeout`, one that breaks its thread `extraction_failed`; it rejects only after the pool was disposed of.
   */
  extract: (pages: VisitPages, visitedHost: string) => Promise<ExtractedVisit>
  /** `parseProducts` on another thread; null when the page takes too long or breaks its thread. */
  parseProducts: (body: Uint8Array, context: ProductContext) => Promise<ParsedProducts | null>
}

export type ExtractPoolOptions = {
  /** Threads at most; each is started when it is first needed. */
  size: number
  /** For one visit, from the moment a running thread takes it. */
  timeoutMs: number
}

/** Threads that extract visits; crawled input that hangs or exhausts one costs that thread and that visit only. */
export function createExtractPool({ size, timeoutMs }: ExtractPoolOptions): ExtractPool {
  const queue: ExtractTask[] = []
  const threads = new Set<ExtractThread>()
  let isDisposed = false

  const startThread = (): ExtractThread => {
    const onGone = (gone: ExtractThread): void => {
      threads.delete(gone)
      pump()
    }
    const thread = startExtractThread({ timeoutMs, onIdle: pump, onGone })
    threads.add(thread)
    return thread
  }

  const idleThread = (): ExtractThread | null =>
    [...threads].find((thread) => thread.isIdle()) ?? (threads.size < size ? startThread() : null)

  function pump(): void {
    while (queue.length > 0 && !isDisposed) {
      const thread = idleThread()
      const task = thread ? queue.shift() : undefined
      if (!thread || !task) return
      thread.give(task)
    }
  }

  const ask = (work: ExtractWork): Promise<ExtractAnswer> =>
    new Promise((resolve, reject) => {
      if (isDisposed) return reject(new Error('the extract pool is closed'))
      queue.push({ work, resolve, reject })
      pump()
    })

  return {
    async extract(pages, visitedHost) {
      const answer = await ask({ kind: 'visit', pages, visitedHost })
      if (answer.kind === 'visit') return answer.found
      const reason = answer.kind === 'failed' ? answer.reason : 'extraction_failed'
      return { snapshot: notAStore(reason), products: [] }
    },
    async parseProducts(body, context) {
      const answer = await ask({ kind: 'catalogue', body, context })
      return answer.kind === 'catalogue' ? answer.found : null
    },
    async [Symbol.asyncDispose]() {
      isDisposed = true
      const running = await Promise.all([...threads].map((thread) => thread.stop()))
      threads.clear()
      for (const task of [...queue.splice(0), ...running])
        task?.reject(new Error('the extract pool is closed'))
    },
  }
}
