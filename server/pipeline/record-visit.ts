import type { StoreSnapshot } from '#discovery/extract/store-snapshot.ts'
import type { ProductRecord } from '#discovery/products/product-record.ts'
import type { ProbeResult } from '#discovery/probe/probe-result.ts'
import type { AppContext } from '#server/context.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Candidate } from '#server/pipeline/candidates.ts'
import { dirtyTrendDays } from '#server/pipeline/compute-trends.ts'
import { publishStore } from '#server/pipeline/publish-store.ts'
import { saveProducts } from '#server/pipeline/save-products.ts'
import { StoreTakenMeanwhile } from '#server/pipeline/store-identity.ts'
import { planNextVisit } from '#server/pipeline/visit-plan.ts'

/**
 * Writes what a visit found: outcome, next visit and, for a store, everything about it, in one transaction. Recording the
 * same visit twice leaves the same rows.
 */
export async function recordVisit(ctx: AppContext, candidate: Candidate, result: ProbeResult): Promise<void> {
  try {
    await record(ctx, candidate, result)
  } catch (error) {
    if (!(error instanceof StoreTakenMeanwhile)) throw error
    await record(ctx, candidate, result)
  }
}

async function record(ctx: AppContext, candidate: Candidate, result: ProbeResult): Promise<void> {
  const plan = planNextVisit(result, {
    revealedAt: candidate.revealed_at,
    attempts: candidate.attempts,
    now: ctx.now(),
  })
  await inTransaction(ctx, async (ctx) => {
    const storeId = result.kind === 'store' ? await recordStore(ctx, candidate, result) : null
    await ctx.db
      .updateTable('candidates')
      .set({
        attempts: result.kind === 'retry' ? candidate.attempts + 1 : 0,
        due_at: plan.dueAt,
        claimed_until: null,
        outcome: plan.outcome,
        outcome_at: ctx.now(),
        ...(storeId === null ? {} : { store_id: storeId }),
      })
      .where('host', '=', candidate.host)
      .execute()
  })
  ctx.log.debug(
    { event: 'host.visited', host: candidate.host, outcome: plan.outcome, dueAt: plan.dueAt },
    'host visited',
  )
}

async function recordStore(
  ctx: AppContext,
  candidate: Candidate,
  visit: { finalHost: string; snapshot: StoreSnapshot; products: ProductRecord[] },
): Promise<number> {
  const { storeId, trendDays } = await publishStore(ctx, {
    visitedHost: candidate.host,
    finalHost: visit.finalHost,
    revealedAt: candidate.revealed_at,
    logId: candidate.log_id,
    snapshot: visit.snapshot,
  })
  await saveProducts(ctx, {
    storeId,
    currency: visit.snapshot.currency?.value ?? null,
    products: visit.products,
  })
  // Late, because these rows are shared by all stores of a week and stay locked until the commit.
  for (const day of trendDays) await dirtyTrendDays(ctx.db, day)
  return storeId
}
