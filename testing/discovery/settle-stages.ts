import { assessStoresStep } from '#server/discovery/risks/assess-stores.ts'
import { computeTrendsStep } from '#server/discovery/trends/compute-trends.ts'
import type { AppContext } from '#server/platform/context.ts'

/** A product as several stores list it; each does since the day on which it was found. */
export const LAMP = { title: 'Sunset projection lamp', created_at: null, published_at: null }

export async function settleTrends(ctx: AppContext): Promise<void> {
  while ((await computeTrendsStep(ctx)) < 5_000);
}

export async function settleAssessments(ctx: AppContext): Promise<void> {
  while ((await assessStoresStep(ctx)) === 0);
}
