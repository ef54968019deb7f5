import { parentPort } from 'node:worker_threads'
import { extractVisit, type ExtractedVisit } from '#discovery/extract/extract-visit.ts'
import type { VisitPages } from '#discovery/extract/store-snapshot.ts'

export type ExtractJob = { jobId: number; pages: VisitPages; visitedHost: string }
export type ExtractReply = { jobId: number; result: ExtractedVisit | null } | { ready: true }

// One visit at a time: the pool stops the whole thread when it takes too long.
parentPort?.on('message', ({ jobId, pages, visitedHost }: ExtractJob) => {
  parentPort?.postMessage({ jobId, result: extractOrNull(pages, visitedHost) } satisfies ExtractReply)
})
parentPort?.postMessage({ ready: true } satisfies ExtractReply)

/** Null for a fault of ours that some page uncovers: one page must not stop the visits behind it. */
function extractOrNull(pages: VisitPages, visitedHost: string): ExtractedVisit | null {
  try {
    return extractVisit(pages, visitedHost)
  } catch {
    return null
  }
}
