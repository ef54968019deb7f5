import type { PageValidators } from '#discovery/probe/probe-result.ts'
import { type Candidate, claimCandidates, extendClaims } from '#server/discovery/candidates.ts'
import type { ExternalClients } from '#server/discovery/external-clients.ts'
import type { AppContext } from '#server/platform/context.ts'
import { readValidators } from './page-validators.ts'
import { type FinishedVisit, recordVisits } from './record-visits.ts'
import { StoreKeyConflict, storeKeysOf } from './store-identity.ts'
import { planNextVisit, type VisitOutcome } from './visit-plan.ts'

const LEASE_MS = 60_000
const EXTEND_EVERY_MS = 20_000
/** No visit takes longer: eight requests with their own limits, and the waits of the budget. */
const VISIT_LIMIT_MS = 5 * 60_000
const IDLE_MS = 1_000

/**
 * Keeps up to `PROBE_CONCURRENCY` visits running. A host is claimed for a minute at a time; the
 * claim of a dead process expires, and another process visits the host.
 */
export function createVisitStage(
  ctx: AppContext,
  probe: ExternalClients['probe'],
  signal: AbortSignal,
) {
  const running = new Map<string, Promise<void>>()
  const recorder = createVisitRecorder(ctx)

  const visit = async (candidate: Candidate, known: PageValidators[] | undefined) => {
    try {
      const result = await probe(
        { host: candidate.host, revealedAt: candidate.revealed_at, known },
        AbortSignal.any([signal, AbortSignal.timeout(VISIT_LIMIT_MS)]),
      )
      if (!signal.aborted) await recorder.record({ candidate, result })
    } catch (error) {
      // The process is stopping: the claim expires, and the host is visited again from the start.
      if (signal.aborted) return
      ctx.log.error({ event: 'visit.failed', host: candidate.host, err: error }, 'visit failed')
      await reschedule(ctx, candidate).catch(() => undefined)
    }
  }

  const step = async (): Promise<number> => {
    const room = ctx.config.PROBE_CONCURRENCY - running.size
    if (room < ctx.config.PROBE_CONCURRENCY / 4) {
      await Promise.race(running.values())
      return 0
    }
    const claimed = await claimCandidates(ctx.db, {
      stage: 'visit',
      limit: room,
      now: ctx.now(),
      leaseMs: LEASE_MS,
    })
    if (claimed.length > 0) {
      const hosts = claimed.map(({ host }) => host)
      const known = await readValidators(ctx.db, hosts)
      for (const candidate of claimed) {
        const { host } = candidate
        const ended = visit(candidate, known.get(host)).finally(() => running.delete(host))
        running.set(host, ended)
      }
      return 0
    }
    if (running.size === 0) return IDLE_MS
    await Promise.race([
      ...running.values(),
      new Promise((resolve) => setTimeout(resolve, IDLE_MS)),
    ])
    return 0
  }

  const extendStep = async (): Promise<number> => {
    await extendClaims(ctx.db, [...running.keys()], new Date(ctx.now().getTime() + LEASE_MS))
    return EXTEND_EVERY_MS
  }

  return {
    step,
    extendStep,
    isBusy: () => running.size > 0,
    idle: () => Promise.all(running.values()),
  }
}

/** The exponent's limit: 48 minutes between two tries, however many there were. */
const MAX_BACK_OFF_STEPS = 6

/** An internal failure (not the host's fault): visit again later, never drop the host. */
async function reschedule(ctx: AppContext, candidate: Candidate): Promise<void> {
  const plan = planNextVisit(
    { kind: 'retry', afterMs: 0, cause: 'network' },
    {
      revealedAt: candidate.revealed_at,
      attempts: Math.min(candidate.attempts, MAX_BACK_OFF_STEPS),
      now: ctx.now(),
      isFollowed: false,
    },
  )
  await ctx.db
    .updateTable('candidates')
    .set({
      due_at: plan.dueAt,
      claimed_until: null,
      outcome: 'failed_here' satisfies VisitOutcome,
      outcome_at: ctx.now(),
      attempts: candidate.attempts + 1,
    })
    .where('host', '=', candidate.host)
    .execute()
}

/** A statement should neither exceed a few megabytes nor delay other queries for long. */
const MAX_VISITS = 40
const MAX_PRODUCTS = 1_500
const DEADLOCK_DETECTED = '40P01'

type PendingVisit = { visit: FinishedVisit; resolve: () => void; reject: (error: unknown) => void }

/** Commits finished visits in groups: visits that finish during one group's write form the next. */
export function createVisitRecorder(ctx: AppContext) {
  const pending: PendingVisit[] = []
  let writing: Promise<void> | null = null

  const drain = async () => {
    while (pending.length > 0) await writeGroup(ctx, takeGroup(pending))
    writing = null
  }
  return {
    /** Settles when the visit is committed (or has failed alone). */
    record: (visit: FinishedVisit) =>
      new Promise<void>((resolve, reject) => {
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
 * Two visits of one shop never share a group, so that the second finds the rows of the first.
 * Compares every name, because one visit may have read the shop's id and the other only its handle.
 */
function storeNames({ candidate, result }: FinishedVisit): string[] {
  if (result.kind !== 'store') return [`host:${candidate.host}`]
  const { shop, hosts } = storeKeysOf({ ...result, visitedHost: candidate.host })
  return [...shop, ...hosts]
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

/**
 * Other transactions interfered. The visit's result is still valid, and repeating the visit would
 * cost the shop requests.
 */
const isTransient = (error: unknown): boolean =>
  error instanceof StoreKeyConflict || Object(error).code === DEADLOCK_DETECTED

async function retryAlone(ctx: AppContext, group: PendingVisit[], error: unknown): Promise<void> {
  for (const { visit, resolve, reject } of group) {
    if (!isTransient(error)) return reject(error)
    await recordVisits(ctx, [visit]).then(resolve, reject)
  }
}
