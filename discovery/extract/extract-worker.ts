/** The program of a thread of `extract-pool.ts`. */
import { enableCompileCache, flushCompileCache } from 'node:module'
import { parentPort, workerData } from 'node:worker_threads'
import type { ParsedProducts, ProductContext } from '#discovery/products/parse-products.ts'
import type { ExtractedVisit } from './extract-visit.ts'
import type { VisitPages } from './store-snapshot.ts'

// The language data alone is a megabyte of source. Compiled modules save 43 of the 107 MB that a thread takes, and a third of its start.
const compileCache: unknown = workerData
if (typeof compileCache === 'string') enableCompileCache(compileCache)
const [{ extractVisit }, { parseProducts }] = await Promise.all([
  import('./extract-visit.ts'),
  import('#discovery/products/parse-products.ts'),
])
if (typeof compileCache === 'string') flushCompileCache() // a thread that is terminated would not

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

/** Returns a failure instead of throwing if a page uncovers a bug in our code: one page must not stop the visits after it. */
export function answerJob({ jobId, work }: ExtractJob): ExtractAnswer {
  parentPort?.postMessage({ startedJob: jobId } satisfies JobStart)
  try {
    return work.kind === 'visit'
      ? { kind: 'visit', found: extractVisit(work.pages, work.visitedHost) }
      : { kind: 'catalogue', found: parseProducts(work.body, work.context) }
  } catch {
    return { kind: 'failed', reason: 'extraction_failed' }
  }
}
