import { Worker } from 'node:worker_threads'
import type { ExtractedVisit } from '#discovery/extract/extract-visit.ts'
import type { ExtractJob, ExtractReply } from '#discovery/extract/extract-worker.ts'
import { notAStore } from '#discovery/extract/not-a-store.ts'
import type { Page, VisitPages } from '#discovery/extract/store-snapshot.ts'

export type ExtractPool = AsyncDisposable & {
  /**
   * `extractVisit` on another thread. A visit that takes too long yields `isStore: false` with the reason
   * `extraction_timeout`, one that breaks its thread `extraction_failed`; it rejects only after the pool was disposed of.
   */
  extract: (pages: VisitPages, visitedHost: string) => Promise<ExtractedVisit>
}

export type ExtractPoolOptions = {
  /** Threads at most; each is started when it is first needed. */
  size: number
  /** For one visit, from the moment a thread takes it; the start of a thread does not count. */
  timeoutMs: number
}

type Task = {
  pages: VisitPages
  visitedHost: string
  resolve: (result: ExtractedVisit) => void
  reject: (error: Error) => void
}

type Thread = {
  worker: Worker
  task: Task | null
  isReady: boolean
  timer: NodeJS.Timeout | null
  jobId: number
}

// A page of 5 MB needs about 60 MB; what needs more is an attack.
const MAX_HEAP_MB = 384

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

/** Threads that extract visits; crawled input that hangs or exhausts one costs that thread and that visit only. */
export function createExtractPool({ size, timeoutMs }: ExtractPoolOptions): ExtractPool {
  const queue: Task[] = []
  const threads = new Set<Thread>()
  let isDisposed = false

  const finish = (thread: Thread, result: ExtractedVisit): void => {
    if (thread.timer) clearTimeout(thread.timer)
    thread.timer = null
    const { task } = thread
    thread.task = null
    thread.worker.unref()
    task?.resolve(result)
  }

  const drop = (thread: Thread, reason: string): void => {
    if (!threads.delete(thread)) return
    finish(thread, failed(reason))
    void thread.worker.terminate()
    pump()
  }

  const startTimer = (thread: Thread): void => {
    thread.timer = setTimeout(() => drop(thread, 'extraction_timeout'), timeoutMs)
  }

  const receive = (thread: Thread, reply: ExtractReply): void => {
    if ('ready' in reply) {
      thread.isReady = true
      if (thread.task) startTimer(thread)
    } else if (reply.jobId === thread.jobId) {
      finish(thread, reply.result ?? failed('extraction_failed'))
      pump()
    }
  }

  const startThread = (): Thread => {
    const worker = new Worker(new URL('./extract-worker.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
    })
    const thread: Thread = { worker, task: null, isReady: false, timer: null, jobId: 0 }
    threads.add(thread)
    worker.on('message', (reply: ExtractReply) => receive(thread, reply))
    worker.on('error', () => drop(thread, 'extraction_failed'))
    worker.on('exit', () => drop(thread, 'extraction_failed'))
    return thread
  }

  const give = (thread: Thread, task: Task): void => {
    thread.task = task
    thread.jobId += 1
    thread.worker.ref()
    if (thread.isReady) startTimer(thread)
    const { pages, transfer } = handOver(task.pages)
    const job: ExtractJob = { jobId: thread.jobId, pages, visitedHost: task.visitedHost }
    thread.worker.postMessage(job, transfer)
  }

  const pump = (): void => {
    while (queue.length > 0 && !isDisposed) {
      const idle =
        [...threads].find(({ task }) => task === null) ?? (threads.size < size ? startThread() : null)
      const task = idle ? queue.shift() : undefined
      if (!idle || !task) return
      give(idle, task)
    }
  }

  return {
    extract: (pages, visitedHost) =>
      new Promise((resolve, reject) => {
        if (isDisposed) return reject(new Error('the extract pool is closed'))
        queue.push({ pages, visitedHost, resolve, reject })
        pump()
      }),
    async [Symbol.asyncDispose]() {
      isDisposed = true
      const running = [...threads]
      threads.clear()
      const waiting = [...queue.splice(0), ...running.flatMap(({ task }) => task ?? [])]
      for (const { timer } of running) if (timer) clearTimeout(timer)
      for (const task of waiting) task.reject(new Error('the extract pool is closed'))
      await Promise.all(running.map(({ worker }) => worker.terminate()))
    },
  }
}
