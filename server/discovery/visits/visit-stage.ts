import type { PageValidators } from '#discovery/probe/probe-result.ts'
import { type Candidate, claimCandidates, extendClaims } from '#server/discovery/candidates.ts'
import type { ExternalClients } from '#server/discovery/external-clients.ts'
import type { AppContext } from '#server/platform/context.ts'
import { readValidators } from './page-validators.ts'
import { planNextVisit, type VisitOutcome } from './visit-plan.ts'
import { createVisitRecorder } from './visit-recorder.ts'

const LEASE_MS = 60_000
const EXTEND_EVERY_MS = 20_000
/** No visit takes longer: eight requests with their own limits, and the waits of the budget. */
const VISIT_LIMIT_MS = 5 * 60_000
const IDLE_MS = 1_000

/**
 * Keeps up to `PROBE_CONCURRENCY` visits running. A host is claimed for a minute at a time; the claim of a dead process expires, and
 * another process visits the host.
 */
export function createVisitStage(ctx: AppContext, probe: ExternalClients['probe'], signal: AbortSignal) {
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
    const known =
      claimed.length > 0
        ? await readValidators(
            ctx.db,
            claimed.map(({ host }) => host),
          )
        : new Map<string, PageValidators[]>()
    for (const candidate of claimed) {
      running.set(
        candidate.host,
        visit(candidate, known.get(candidate.host)).finally(() => running.delete(candidate.host)),
      )
    }
    if (claimed.length > 0) return 0
    if (running.size === 0) return IDLE_MS
    await Promise.race([...running.values(), new Promise((resolve) => setTimeout(resolve, IDLE_MS))])
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
