import { Worker } from 'node:worker_threads'
import type {
  ExtractAnswer,
  ExtractJob,
  ExtractReply,
  ExtractWork,
} from '#discovery/extract/extract-worker.ts'
import type { Page } from '#discovery/extract/store-snapshot.ts'

export type ExtractTask = {
  work: ExtractWork
  resolve: (answer: ExtractAnswer) => void
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

/** A copy that can be handed over: the caller keeps its own bytes. */
function detached(bytes: Uint8Array, transfer: ArrayBuffer[]): Uint8Array<ArrayBuffer> {
  const body = new Uint8Array(bytes)
  transfer.push(body.buffer)
  return body
}

function handOver(work: ExtractWork): { work: ExtractWork; transfer: ArrayBuffer[] } {
  const transfer: ArrayBuffer[] = []
  if (work.kind === 'catalogue') return { work: { ...work, body: detached(work.body, transfer) }, transfer }
  const { pages } = work
  const hand = (page: Page): Page => ({ ...page, body: detached(page.body, transfer) })
  const handMaybe = (page: Page | null): Page | null => (page ? hand(page) : null)
  const copy = {
    home: handMaybe(pages.home),
    meta: handMaybe(pages.meta),
    products: handMaybe(pages.products),
    contact: pages.contact.map(hand),
  }
  return { work: { ...work, pages: copy }, transfer }
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

  const reply = (answer: ExtractAnswer): void => {
    clearTimeout(timer)
    const answered = task
    task = null
    worker.unref()
    answered?.resolve(answer)
  }
  const end = (reason: 'extraction_failed' | 'extraction_timeout'): void => {
    if (isGone) return
    isGone = true
    reply({ kind: 'failed', reason })
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
      const { work, transfer } = handOver(next.work)
      worker.postMessage({ jobId, work } satisfies ExtractJob, transfer)
    },
    async stop() {
      isGone = true
      clearTimeout(timer)
      await worker.terminate()
      return task
    },
  }
  worker.on('message', (message: ExtractReply) => {
    if ('ready' in message) {
      isReady = true
      startTimer()
    } else if (message.jobId === jobId && task) {
      reply(message.answer)
      onIdle()
    }
  })
  worker.on('error', () => end('extraction_failed'))
  worker.on('exit', () => end('extraction_failed'))
  return thread
}
