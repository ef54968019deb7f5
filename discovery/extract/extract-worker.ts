import { parentPort } from 'node:worker_threads'
import {
  parseProducts,
  type ParsedProducts,
  type ProductContext,
} from '#discovery/products/parse-products.ts'
import { extractVisit, type ExtractedVisit } from './extract-visit.ts'
import type { VisitPages } from './store-snapshot.ts'

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
