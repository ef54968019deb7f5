import { profileOf, type ScoreProfile } from '#contracts/catalog/score-profile.ts'
import type { StoreScore } from '#contracts/catalog/score.ts'
import { dayOf } from '#contracts/dates.ts'
import type { StoreId } from '#contracts/ids.ts'
import type { CatalogContext, CatalogRequest } from '#server/catalog/context.ts'
import type { FoundScore, Scoring } from '#server/catalog/search/search.ts'
import { readStores } from '#server/catalog/search/store-rows.ts'
import { scoreIndexed } from '#server/catalog/search/store-scores.ts'
import { notFound } from '#server/platform/errors.ts'
import { requirePaid } from '#server/platform/session/viewer.ts'
import { requireStore } from './store-details.ts'

type Clock = Pick<CatalogContext, 'now'>

const scoringBy = ({ now }: Clock, profile: ScoreProfile): Scoring => ({
  profile,
  today: dayOf(now()),
})

/** @param profile as a call or a saved search has it; without one it is the default */
export const scoringOf = (ctx: Clock, profile: string | null | undefined): Scoring =>
  scoringBy(ctx, profileOf(profile))

/** Of those of the stores that exist. */
export const scoreStores = (
  ctx: Clock & Pick<CatalogContext, 'storeSearch'>,
  storeIds: readonly StoreId[],
  profile: ScoreProfile,
): Promise<ReadonlyMap<StoreId, FoundScore>> =>
  ctx.storeSearch.scores(scoringBy(ctx, profile), storeIds)

/** With what each factor gave, which no engine keeps: for the rows of a page. */
export async function explainScores(
  ctx: Pick<CatalogRequest, 'sharedDb'>,
  scoring: Scoring,
  storeIds: readonly StoreId[],
): Promise<ReadonlyMap<StoreId, StoreScore>> {
  const stores = await readStores(ctx.sharedDb, storeIds)
  return new Map([...stores].map((store) => [store.id, scoreIndexed(scoring, store)]))
}

/** @throws AppError `not_found` */
export async function getStoreScore(
  ctx: CatalogRequest,
  { id, profile }: { id: string; profile?: string | undefined },
): Promise<StoreScore> {
  requirePaid(ctx)
  const store = await requireStore(ctx.db, id)
  const [indexed] = await readStores(ctx.db, [store.id])
  if (!indexed) throw notFound()
  return scoreIndexed(scoringOf(ctx, profile), indexed)
}
