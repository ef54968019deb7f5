import { sql } from 'kysely'
import type { ProbeResult } from '#discovery/probe/probe-result.ts'
import type { AppContext, Db } from '#server/context.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Candidate } from '#server/pipeline/candidates.ts'
import { dirtyTrendDays } from '#server/pipeline/compute-trends.ts'
import { publishStores, type StoreVisit } from '#server/pipeline/publish-stores.ts'
import { saveProducts } from '#server/pipeline/save-products.ts'
import { planNextVisit } from '#server/pipeline/visit-plan.ts'

export type FinishedVisit = { candidate: Candidate; result: ProbeResult }

/**
 * Writes what visits found: outcome, next visit and, for stores, everything about them, in one transaction. Set by set, because
 * a statement costs more than its rows: one visit alone takes as long as ten together. Recording a visit twice leaves
 * the same rows.
 */
export async function recordVisits(ctx: AppContext, visits: FinishedVisit[]): Promise<void> {
  const plans = visits.map(({ candidate, result }) => ({
    host: candidate.host,
    attempts: result.kind === 'retry' ? candidate.attempts + 1 : 0,
    ...planNextVisit(result, {
      revealedAt: candidate.revealed_at,
      attempts: candidate.attempts,
      now: ctx.now(),
    }),
  }))
  await inTransaction(ctx, async (ctx) => {
    const storeIds = await recordStores(ctx, visits.flatMap(toStoreVisit))
    await savePlans(
      ctx.db,
      ctx.now(),
      plans.map((plan) => ({ ...plan, storeId: storeIds.get(plan.host) ?? null })),
    )
  })
  for (const { host, outcome, dueAt } of plans)
    ctx.log.debug({ event: 'host.visited', host, outcome, dueAt }, 'host visited')
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

async function recordStores(ctx: AppContext, visits: StoreVisit[]): Promise<Map<string, number>> {
  if (visits.length === 0) return new Map()
  const published = await publishStores(ctx, visits)
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
  return new Map(published.map(({ storeId, visit }) => [visit.visitedHost, storeId]))
}

type SavedPlan = {
  host: string
  attempts: number
  dueAt: Date | null
  outcome: string
  storeId: number | null
}

async function savePlans(db: Db, now: Date, plans: SavedPlan[]): Promise<void> {
  const rows = plans.toSorted((a, b) => (a.host < b.host ? -1 : 1))
  await sql`
    update candidates set attempts = t.attempts, due_at = t."dueAt", claimed_until = null, outcome = t.outcome, outcome_at = ${now},
      store_id = coalesce(t."storeId", candidates.store_id)
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as t (host text, attempts integer, "dueAt" timestamptz, outcome text, "storeId" bigint)
    where candidates.host = t.host`.execute(db)
}
