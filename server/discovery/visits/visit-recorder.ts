import type { AppContext } from '#server/platform/context.ts'
import { type FinishedVisit, recordVisits } from './record-visits.ts'
import { storeKeySet, StoreKeyConflict } from './store-identity.ts'

/** A statement should neither exceed a few megabytes nor delay other queries for long. */
const MAX_VISITS = 40
const MAX_PRODUCTS = 1_500
const DEADLOCK_DETECTED = '40P01'

export type VisitRecorder = {
  /** Settles when the visit is committed (or has failed alone). */
  record: (visit: FinishedVisit) => Promise<void>
}

type PendingVisit = { visit: FinishedVisit; resolve: () => void; reject: (error: unknown) => void }

/** Commits finished visits in groups: visits that finish during one group's write form the next. */
export function createVisitRecorder(ctx: AppContext): VisitRecorder {
  const pending: PendingVisit[] = []
  let writing: Promise<void> | null = null

  const drain = async () => {
    while (pending.length > 0) await writeGroup(ctx, takeGroup(pending))
    writing = null
  }
  return {
    record: (visit) =>
      new Promise((resolve, reject) => {
        pending.push({ visit, resolve, reject })
        writing ??= drain()
      }),
  }
}

function takeGroup(pending: PendingVisit[]): PendingVisit[] {
  let products = 0
  let count = 0
  const taken = new Set<string>()
  for (const { visit } of pending) {
    products += visit.result.kind === 'store' ? visit.result.products.length : 0
    const names = storeNames(visit)
    const isTaken = names.some((name) => taken.has(name))
    if (count > 0 && (count >= MAX_VISITS || products > MAX_PRODUCTS || isTaken)) break
    for (const name of names) taken.add(name)
    count += 1
  }
  return pending.splice(0, count)
}

/**
 * Two visits of one shop never share a group, so that the second finds the rows of the first. Compares every name, because one visit may
 * have read the shop's id and the other only its handle.
 */
function storeNames({ candidate, result }: FinishedVisit): string[] {
  if (result.kind !== 'store') return [`host:${candidate.host}`]
  const keys = storeKeySet(result.snapshot, [candidate.host, result.finalHost])
  return [...keys.shop, ...keys.hosts]
}

/** A visit that cannot be written must not fail the others: then each is written alone. */
async function writeGroup(ctx: AppContext, group: PendingVisit[]): Promise<void> {
  try {
    await recordVisits(
      ctx,
      group.map(({ visit }) => visit),
    )
    for (const { resolve } of group) resolve()
  } catch (error) {
    if (group.length > 1) for (const one of group) await writeGroup(ctx, [one])
    else await retryAlone(ctx, group, error)
  }
}

/** Other transactions interfered. The visit's result is still valid, and repeating the visit would cost the shop requests. */
const isTransient = (error: unknown): boolean =>
  error instanceof StoreKeyConflict ||
  (error instanceof Error && 'code' in error && error.code === DEADLOCK_DETECTED)

async function retryAlone(ctx: AppContext, group: PendingVisit[], error: unknown): Promise<void> {
  for (const { visit, resolve, reject } of group) {
    if (!isTransient(error)) return reject(error)
    await recordVisits(ctx, [visit]).then(resolve, reject)
  }
}
