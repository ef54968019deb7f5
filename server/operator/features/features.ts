import type { BodyOf, ParamsOf, ResponseOf } from '#contracts/endpoint.ts'
import * as api from '#contracts/operator/features.ts'
import { recordOperatorAction } from '#server/operator/operator-action.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import type { RequestContext } from '#server/platform/http/request-context.ts'

type Features = ResponseOf<typeof api.listFeatures>

/** In the order of the contract; features that were never switched are on. */
export async function listFeatures({ db }: Pick<RequestContext, 'db'>): Promise<Features> {
  const rows = await db.selectFrom('feature_switches').selectAll().execute()
  const byName = new Map(rows.map((row) => [row.name, row]))
  return {
    content: api.FeatureName.options.map((name) => {
      const row = byName.get(name)
      return { name, isOn: row?.is_on ?? true, changedAt: row?.changed_at.toISOString() ?? null }
    }),
  }
}

/** A switch that is in that position already keeps its time. */
export async function switchFeature(
  ctx: RequestContext,
  { name, isOn }: ParamsOf<typeof api.switchFeature> & BodyOf<typeof api.switchFeature>,
): Promise<Features> {
  const features = await inTransaction(ctx, async (ctx) => {
    const { content } = await listFeatures(ctx)
    const wasOn = content.find((each) => each.name === name)?.isOn
    if (wasOn === isOn) return { content }
    const row = { is_on: isOn, changed_at: ctx.now() }
    await ctx.db
      .insertInto('feature_switches')
      .values({ name, ...row })
      .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
      .execute()
    await recordOperatorAction(ctx, {
      action: 'feature.switched',
      target: name,
      before: { isOn: wasOn },
      after: { isOn },
    })
    return listFeatures(ctx)
  })
  ctx.features.forget()
  return features
}
