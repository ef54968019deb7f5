import type { StoreSummary } from '#contracts/stores.ts'
import { requireViewer, type RequestContext } from '#server/route.ts'
import { presentSummary, summaryColumns } from './present-summary.ts'

/** Stores by their numbers, in that order; stores erased meanwhile are left out. */
export async function readSummaries(ctx: RequestContext, ids: readonly number[]): Promise<StoreSummary[]> {
  if (ids.length === 0) return []
  const { userId } = requireViewer(ctx)
  const rows = await ctx.db
    .selectFrom('stores')
    .select(summaryColumns)
    .select((on) =>
      on
        .exists(
          on
            .selectFrom('saved_stores')
            .whereRef('saved_stores.store_id', '=', 'stores.id')
            .where('saved_stores.user_id', '=', userId),
        )
        .as('is_saved'),
    )
    .where('id', 'in', ids)
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  const inOrder = ids.flatMap((id) => byId.get(id) ?? [])
  const limited = await ctx.contactQuota.claim(ctx, inOrder)
  return inOrder.map((row) =>
    presentSummary(row, {
      pictures: ctx.pictureAddresses,
      isSaved: Boolean(row.is_saved),
      isLimited: limited.has(row.id),
    }),
  )
}
