import { Worker } from 'node:worker_threads'
import type { ExtractedVisit } from '#discovery/extract/extract-visit.ts'
import type { ExtractJob, ExtractReply } from '#discovery/extract/extract-worker.ts'
import { notAStore } from '#discovery/extract/not-a-store.ts'
import type { Page, VisitPages } from '#discovery/extract/store-snapshot.ts'

export type ExtractTask = {
  pages: VisitPages
  visitedHost: string
  resolve: (result: ExtractedVisit) => void
  reject: (error: Error) => void
}

/** One thread of the pool. After `onGone` it takes no more tasks. */
export type ExtractThread = {
  isIdle: () => boolean
  give: (task: ExtractTask) => void
  /** Ends the thread; the task it was at, if any, is handed back unanswered. */
  stop: () => Promise<ExtractTask | null>
}

export type ThreadOptions = { timeoutMs: number; onIdle: () => void; onGone: (thread: ExtractThread) => void }

// A page of 5 MB needs about 60 MB; what needs more is an attack.
const MAX_HEAP_MB = 384
const START_TIMEOUT_MS = 30_000

const failed = (reason: string): ExtractedVisit => ({ snapshot: notAStore(reason), products: [] })

/** A copy of the page that can be handed over: the caller keeps its own bytes. */
function detachable(page: Page, transfer: ArrayBuffer[]): Page {
  const body = new Uint8Array(page.body)
  transfer.push(body.buffer)
  return { ...page, body }
}

function handOver(pages: VisitPages): { pages: VisitPages; transfer: ArrayBuffer[] } {
  const transfer: ArrayBuffer[] = []
  const hand = (page: Page | null): Page | null => (page ? detachable(page, transfer) : null)
  const copy = { home: hand(pages.home), meta: hand(pages.meta), products: hand(pages.products) }
  return { pages: { ...copy, contact: pages.contact.map((page) => detachable(page, transfer)) }, transfer }
}

/** Starts a thread. A task that takes longer than `timeoutMs` costs the thread: it is the only way to stop its code. */
export function startExtractThread({ timeoutMs, onIdle, onGone }: ThreadOptions): ExtractThread {
  const worker = new Worker(new URL('./extract-worker.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
  })
  let task: ExtractTask | null = null
  let isReady = false
  let isGone = false
  let jobId = 0
  let timer = setTimeout(() => end('extraction_failed'), START_TIMEOUT_MS).unref()

  const answer = (result: ExtractedVisit): void => {
    clearTimeout(timer)
    const answered = task
    task = null
    worker.unref()
    answered?.resolve(result)
  }
  const end = (reason: string): void => {
    if (isGone) return
    isGone = true
    answer(failed(reason))
    void worker.terminate()
    onGone(thread)
  }
  const startTimer = (): void => {
    clearTimeout(timer)
    if (task) timer = setTimeout(() => end('extraction_timeout'), timeoutMs)
  }
  const thread: ExtractThread = {
    isIdle: () => task === null && !isGone,
    give(next) {
      task = next
      jobId += 1
      worker.ref()
      if (isReady) startTimer()
      const { pages, transfer } = handOver(next.pages)
      worker.postMessage({ jobId, pages, visitedHost: next.visitedHost } satisfies ExtractJob, transfer)
    },
    async stop() {
      isGone = true
      clearTimeout(timer)
      await worker.terminate()
      return task
    },
  }
  worker.on('message', (reply: ExtractReply) => {
    if ('ready' in reply) {
      isReady = true
      startTimer()
    } else if (reply.jobId === jobId && task) {
      answer(reply.result ?? failed('extraction_failed'))
      onIdle()
    }
  })
  worker.on('error', () => end('extraction_failed'))
  worker.on('exit', () => end('extraction_failed'))
  return thread
}
