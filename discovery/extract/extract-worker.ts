/** The program of a thread of `extract-pool.ts`. */
import { enableCompileCache, flushCompileCache } from 'node:module'
import { parentPort, workerData } from 'node:worker_threads'
import type { ParsedProducts, ProductContext } from '#discovery/products/parse-products.ts'
import type { ExtractedVisit } from './extract-visit.ts'
import type { VisitPages } from './store-snapshot.ts'

// The language data alone is a megabyte of source. Compiled modules save 35 of the 119 MB that a
// thread takes, and a third of its start.
const compileCache: unknown = workerData
// Not awaited here: the pool requires this module, which no top-level await allows.
const loading = load()

async function load() {
  if (typeof compileCache === 'string') enableCompileCache(compileCache)
  // One after the other: both lead to a library that `require` and `import` may not load at once.
  const { extractVisit } = await import('./extract-visit.ts')
  const { parseProducts } = await import('#discovery/products/parse-products.ts')
  if (typeof compileCache === 'string') flushCompileCache() // a thread that is terminated would not
  return { extractVisit, parseProducts }
}

export type ExtractWork =
  | { kind: 'visit'; pages: VisitPages; visitedHost: string }
  | { kind: 'catalogue'; body: Uint8Array; context: ProductContext }
export type ExtractAnswer =
  | { kind: 'visit'; found: ExtractedVisit }
  | { kind: 'catalogue'; found: ParsedProducts }
  | { kind: 'failed'; reason: 'extraction_failed' | 'extraction_timeout' }
export type ExtractJob = { jobId: number; work: ExtractWork }
/** Sent as soon as the thread takes a job; the job's time limit counts from here. */
export type JobStart = { startedJob: number }

/**
 * Returns a failure instead of throwing if a page uncovers a bug in our code: one page must not
 * stop the visits after it.
 */
export async function answerJob({ jobId, work }: ExtractJob): Promise<ExtractAnswer> {
  const { extractVisit, parseProducts } = await loading
  parentPort?.postMessage({ startedJob: jobId } satisfies JobStart)
  try {
    return work.kind === 'visit'
      ? { kind: 'visit', found: extractVisit(work.pages, work.visitedHost) }
      : { kind: 'catalogue', found: parseProducts(work.body, work.context) }
  } catch {
    return { kind: 'failed', reason: 'extraction_failed' }
  }
}
