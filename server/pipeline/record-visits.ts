import { sql } from 'kysely'
import type { ProbeResult } from '#discovery/probe/probe-result.ts'
import type { AppContext, Db } from '#server/context.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Candidate } from '#server/pipeline/candidates.ts'
import { closeStores } from '#server/pipeline/close-stores.ts'
import { dirtyTrendDays } from '#server/pipeline/compute-trends.ts'
import { jsonText } from '#server/pipeline/json-text.ts'
import { publishStores, type PublishedStore, type StoreVisit } from '#server/pipeline/publish-stores.ts'
import { saveLags } from '#server/pipeline/save-lags.ts'
import { saveProducts } from '#server/pipeline/save-products.ts'
import { planNextVisit } from '#server/pipeline/visit-plan.ts'

export type FinishedVisit = { candidate: Candidate; result: ProbeResult }

/**
 * Writes what visits found: outcome, next visit and, for stores, everything about them, in one transaction. Set by set, because
 * a statement costs more than its rows: one visit alone takes as long as ten together. Recording a visit twice leaves
 * the same rows.
 */
export async function recordVisits(ctx: AppContext, visits: FinishedVisit[]): Promise<void> {
  const plans = await inTransaction(ctx, async (ctx) => {
    const current = await lockCandidates(ctx.db, visits)
    const published = await recordStores(ctx, current.flatMap(toStoreVisit))
    await closeStores(
      ctx,
      current.filter(isClosed).map(({ candidate }) => candidate.host),
    )
    const plans = current.map((visit) => planOf(ctx, visit, published.get(visit.candidate.host)))
    await savePlans(ctx.db, ctx.now(), plans)
    return plans
  })
  for (const { host, outcome, dueAt } of plans)
    ctx.log.debug({ event: 'host.visited', host, outcome, dueAt }, 'host visited')
}

type CurrentVisit = FinishedVisit & { knownStoreId: number | null }

/**
 * The visits with what their candidates say by now: while a host was visited, a log may have told of an earlier entry. Locked, in the order
 * that all writers keep, so that a log which comes later finds the store and corrects it itself.
 */
async function lockCandidates(db: Db, visits: FinishedVisit[]): Promise<CurrentVisit[]> {
  const hosts = visits.map(({ candidate }) => candidate.host)
  const { rows } = await sql<{ host: string; revealed_at: Date; log_id: string; store_id: number | null }>`
    select host, revealed_at, log_id, store_id from candidates where host = any(${hosts}::text[]) order by host for update`.execute(
    db,
  )
  const byHost = new Map(rows.map((row) => [row.host, row]))
  return visits.map(({ candidate, result }) => {
    const { store_id: knownStoreId = null, ...now } = byHost.get(candidate.host) ?? {}
    return { candidate: { ...candidate, ...now }, result, knownStoreId }
  })
}

function toStoreVisit({ candidate, result }: FinishedVisit): StoreVisit[] {
  if (result.kind !== 'store') return []
  const { finalHost, snapshot, products } = result
  return [
    {
      visitedHost: candidate.host,
      finalHost,
      revealedAt: candidate.revealed_at,
      logId: candidate.log_id,
      snapshot,
      products,
    },
  ]
}

const isClosed = ({ result }: CurrentVisit): boolean =>
  result.kind === 'not_a_store' && result.reason === 'closed'

async function recordStores(ctx: AppContext, visits: StoreVisit[]): Promise<Map<string, PublishedStore>> {
  if (visits.length === 0) return new Map()
  const published = await publishStores(ctx, visits)
  await saveLags(
    ctx,
    published.map(({ storeId, visit }) => ({ storeId, host: visit.visitedHost })),
  )
  await saveProducts(
    ctx,
    published.map(({ storeId, visit }) => ({
      storeId,
      currency: visit.snapshot.currency?.value ?? null,
      products: visit.products,
    })),
  )
  // Late, because these rows are shared by all stores of a week and stay locked until the commit.
  await dirtyTrendDays(
    ctx.db,
    published.flatMap(({ trendDays }) => trendDays),
  )
  return new Map(published.map((store) => [store.visit.visitedHost, store]))
}

type SavedPlan = {
  host: string
  attempts: number
  dueAt: Date | null
  outcome: string
  storeId: number | null
}

function planOf(
  ctx: AppContext,
  { candidate, result, knownStoreId }: CurrentVisit,
  store: PublishedStore | undefined,
): SavedPlan {
  const plan = planNextVisit(result, {
    revealedAt: candidate.revealed_at,
    attempts: candidate.attempts,
    now: ctx.now(),
    isFollowed: store ? isWorthFollowing(store) : knownStoreId !== null,
  })
  const attempts = result.kind === 'retry' ? candidate.attempts + 1 : 0
  return { host: candidate.host, attempts, storeId: store?.storeId ?? null, ...plan }
}

/** Not a shop that is evidently old: most certificates lead to one of those, and its next one would ask it everything again. */
const isWorthFollowing = ({ verdict }: PublishedStore): boolean =>
  verdict.status === 'new' || verdict.confidence === 'low'

async function savePlans(db: Db, now: Date, plans: SavedPlan[]): Promise<void> {
  const rows = plans.toSorted((a, b) => (a.host < b.host ? -1 : 1))
  await sql`
    update candidates set attempts = t.attempts, due_at = t."dueAt", claimed_until = null, outcome = t.outcome, outcome_at = ${now},
      store_id = coalesce(t."storeId", candidates.store_id)
    from jsonb_to_recordset(${jsonText(rows)}::jsonb)
      as t (host text, attempts integer, "dueAt" timestamptz, outcome text, "storeId" bigint)
    where candidates.host = t.host`.execute(db)
}
