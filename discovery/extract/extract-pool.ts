import { getCompileCacheDir } from 'node:module'
import path from 'node:path'
import pLimit from 'p-limit'
import { Piscina } from 'piscina'
import type { Page } from '#discovery/document/page.ts'
import type { ParsedProducts, ProductContext } from '#discovery/products/parse-products.ts'
import type { ExtractedVisit } from './extract-visit.ts'
import type { ExtractAnswer, ExtractJob, ExtractWork, JobStart } from './extract-worker.ts'
import { notAStore, type VisitPages } from './store-snapshot.ts'

export type ExtractPool = AsyncDisposable & {
  /**
   * Runs `extractVisit` on another thread. A visit that takes too long yields `isStore: false` with
   * the reason `extraction_timeout`; one that crashes its thread yields `extraction_failed`.
   * Rejects only after the pool was disposed of.
   */
  extract: (pages: VisitPages, visitedHost: string) => Promise<ExtractedVisit>
  /**
   * Runs `parseProducts` on another thread; null if the page takes too long or crashes its thread.
   */
  parseProducts: (body: Uint8Array, context: ProductContext) => Promise<ParsedProducts | null>
}

type ExtractPoolOptions = {
  /** Maximum number of threads; each starts when it is first needed. */
  size: number
  /** Limit for one visit, counted from the moment a running thread takes it. */
  timeoutMs: number
}

// A page of 5 MB needs about 60 MB; a page that needs more than this limit is an attack.
const MAX_HEAP_MB = 384
// Loading takes a second on a quiet machine, and half a minute on a very busy one.
const START_TIMEOUT_MS = 120_000

/**
 * Threads that extract visits. Crawled input that hangs or exhausts a thread costs only that thread
 * and that visit.
 */
export function createExtractPool({ size, timeoutMs }: ExtractPoolOptions): ExtractPool {
  const threads = createThreads(size)
  // Piscina's own queue would wait forever behind a stopped thread: it starts a replacement only
  // with the next call.
  const limit = pLimit(size)
  const startTimers = new Map<number, () => void>()
  threads.on('message', ({ startedJob }: JobStart) => startTimers.get(startedJob)?.())
  // Emitted by a thread that crashes without a job; a job that waits for such a thread ends at its
  // start limit.
  threads.on('error', () => undefined)
  let [lastJob, isDisposed] = [0, false]
  const closed = () => new Error('the extract pool is closed')

  async function run(given: ExtractWork): Promise<ExtractAnswer> {
    if (isDisposed) throw closed()
    const jobId = (lastJob += 1)
    const stop = new AbortController()
    let reason: 'extraction_failed' | 'extraction_timeout' = 'extraction_failed'
    let timer = setTimeout(() => stop.abort(), START_TIMEOUT_MS)
    startTimers.set(jobId, () => {
      clearTimeout(timer)
      timer = setTimeout(() => {
        reason = 'extraction_timeout'
        stop.abort()
      }, timeoutMs)
    })
    try {
      const { work, transferList } = handOver(given)
      return await threads.run({ jobId, work } satisfies ExtractJob, {
        transferList,
        signal: stop.signal,
      })
    } catch {
      if (isDisposed) throw closed()
      return { kind: 'failed', reason }
    } finally {
      clearTimeout(timer)
      startTimers.delete(jobId)
    }
  }

  return {
    async extract(pages, visitedHost) {
      const answer = await limit(run, { kind: 'visit', pages, visitedHost })
      if (answer.kind === 'visit') return answer.found
      return {
        snapshot: notAStore(answer.kind === 'failed' ? answer.reason : 'extraction_failed'),
        products: [],
      }
    },
    async parseProducts(body, context) {
      const answer = await limit(run, { kind: 'catalogue', body, context })
      return answer.kind === 'catalogue' ? answer.found : null
    },
    async [Symbol.asyncDispose]() {
      isDisposed = true
      await threads.destroy()
    },
  }
}

const createThreads = (size: number) =>
  new Piscina({
    // Built, or as source like this file.
    filename: path.join(import.meta.dirname, `extract-worker${path.extname(import.meta.filename)}`),
    name: 'answerJob',
    minThreads: 0,
    maxThreads: size,
    idleTimeout: Number.POSITIVE_INFINITY,
    atomics: 'disabled',
    recordTiming: false,
    workerData: compileCacheFolder(),
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
  })

/**
 * The folder that this process passed to `enableCompileCache`, which threads do not inherit. Node's
 * answer is a folder in it.
 */
function compileCacheFolder(): string | undefined {
  const folder = getCompileCacheDir()
  return folder === undefined ? undefined : path.dirname(folder)
}

/** Copies the bytes for the transfer, so that the caller keeps its own. */
function handOver(work: ExtractWork): { work: ExtractWork; transferList: ArrayBuffer[] } {
  const transferList: ArrayBuffer[] = []
  const copy = (bytes: Uint8Array): Uint8Array => {
    const body = new Uint8Array(bytes)
    transferList.push(body.buffer)
    return body
  }
  if (work.kind === 'catalogue') return { work: { ...work, body: copy(work.body) }, transferList }
  const copyPage = (page: Page): Page => ({ ...page, body: copy(page.body) })
  const copyMaybe = (page: Page | null): Page | null => page && copyPage(page)
  const { home, meta, products, contact } = work.pages
  const pages = {
    home: copyMaybe(home),
    meta: copyMaybe(meta),
    products: copyMaybe(products),
    contact: contact.map(copyPage),
  }
  return { work: { ...work, pages }, transferList }
}
