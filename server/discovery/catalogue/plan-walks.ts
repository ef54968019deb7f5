import { HOUR_MS } from '#contracts/dates.ts'
import type { StoreId } from '#contracts/ids.ts'
import { sql } from 'kysely'
import type { StoreVisit } from '#server/discovery/visits/store-row.ts'
import type { AppContext } from '#server/platform/context.ts'
import { jsonText } from '#server/platform/db/sql-text.ts'
import type { WalkedPage } from '#server/platform/db/product-schema.ts'
import { saveCatalogueFigures, savePlaces } from './catalogue-figures.ts'
import { formatStep, type WalkStep } from './catalogue-walk.ts'
import { FOLLOWED_FOR_MS } from './walk-schedule.ts'

type VisitedStore = { storeId: StoreId; visit: StoreVisit; isFollowed: boolean }

/**
 * For each followed, open store, once, from where the visit stopped reading; later visits only pass
 * on findings. A store that is no longer followed pauses its walk. Call it after `saveProducts`, in
 * its transaction.
 */
export async function planWalks(ctx: AppContext, stores: VisitedStore[]): Promise<void> {
  const open = stores.filter(
    ({ isFollowed, visit }) => isFollowed && visit.snapshot.status?.value !== 'password_protected',
  )
  const plans = open
    .map((store) => toPlan(store, ctx.now()))
    .toSorted((a, b) => a.store_id - b.store_id)
  await insertWalks(ctx, plans)
  await endWalks(
    ctx,
    stores.flatMap(({ storeId, isFollowed }) => (isFollowed ? [] : [storeId])),
  )
  await savePlaces(
    ctx,
    open.flatMap(({ storeId, visit }) => {
      const handles = visit.snapshot.homeProducts?.value
      return handles ? [{ storeId, list: 'home' as const, handles }] : []
    }),
  )
  await saveCatalogueFigures(
    ctx,
    plans.flatMap((plan) => (plan.is_whole ? [plan.store_id] : [])),
  )
}

function toPlan({ storeId, visit }: VisitedStore, now: Date) {
  const { snapshot, finalHost } = visit
  const [bestSellers = null] = snapshot.bestSellerCollections?.value ?? []
  return {
    store_id: storeId,
    host: finalHost,
    currency: snapshot.currency?.value ?? null,
    ...firstStep(visit, bestSellers, now),
    home_handles: snapshot.homeProducts?.value ?? [],
    best_sellers: bestSellers,
  }
}

const MAX_PER_PAGE = 250

/** The visit read the first page; unless that was all, the walk starts at the second. */
function firstStep({ snapshot }: StoreVisit, bestSellers: string | null, now: Date) {
  const firstPage = snapshot.catalogue
  if (!firstPage || firstPage.value.problem !== null)
    return {
      next_step: formatStep({ kind: 'page', page: 1 }),
      due_at: new Date(now.getTime() + HOUR_MS),
      per_page: MAX_PER_PAGE,
      pages: [],
      is_whole: false,
    }
  const { limit, listed } = firstPage.value
  const isWhole = listed < limit
  const last: WalkStep = bestSellers === null ? { kind: 'seek' } : { kind: 'best_sellers' }
  // Without its ETag: a visit does not record which products the page listed, so an "unchanged"
  // answer could not confirm them.
  const page: WalkedPage = { url: firstPage.evidence.url, etag: null, lastModified: null, listed }
  return {
    next_step: formatStep(isWhole ? last : { kind: 'page', page: 2 }),
    due_at: now,
    per_page: limit,
    pages: [page],
    is_whole: isWhole,
  }
}

/**
 * An existing walk keeps its position; a walk that ended because the store seemed old resumes. A new
 * one starts no later than the products that this visit read: they count as found by the walk.
 */
async function insertWalks(ctx: AppContext, plans: ReturnType<typeof toPlan>[]): Promise<void> {
  if (plans.length === 0) return
  const now = ctx.now()
  const followedSince = new Date(now.getTime() - FOLLOWED_FOR_MS)
  await sql`
    insert into catalogue_walks (store_id, host, currency, due_at, walk, started_at, next_step, per_page, pages, asked, attempts, outcome,
      outcome_at, followed_since, known_since, is_whole, complete_started_at, home_handles, best_sellers)
    select t.store_id, t.host, t.currency, t.due_at, 1, walk.started_at, t.next_step, t.per_page, t.pages, 0, 0,
      case when t.is_whole then 'complete' end, case when t.is_whole then ${now}::timestamptz end, ${now}::timestamptz,
      case when t.is_whole then ${now}::timestamptz end, t.is_whole, case when t.is_whole then walk.started_at end,
      t.home_handles, t.best_sellers
    from jsonb_to_recordset(${jsonText(plans)}::jsonb) as t (store_id bigint, host text, currency text, due_at timestamptz, next_step text,
      per_page integer, pages jsonb, is_whole boolean, home_handles jsonb, best_sellers text)
    left join catalogue_walks known on known.store_id = t.store_id
    left join lateral (
      select max(last_seen_at) as at from products where store_id = t.store_id and known.store_id is null) as seen on true
    cross join lateral (select coalesce(seen.at, ${now}::timestamptz) as started_at) as walk
    on conflict (store_id) do update set host = excluded.host,
      due_at = case when catalogue_walks.due_at is null and catalogue_walks.followed_since >= ${followedSince}::timestamptz
        then excluded.due_at else catalogue_walks.due_at end,
      home_handles = case when excluded.home_handles = '[]' then catalogue_walks.home_handles else excluded.home_handles end,
      best_sellers = coalesce(excluded.best_sellers, catalogue_walks.best_sellers)`.execute(ctx.db)
}

export async function endWalks({ db }: AppContext, storeIds: StoreId[]): Promise<void> {
  if (storeIds.length === 0) return
  await db
    .updateTable('catalogue_walks')
    .set({ due_at: null, claimed_until: null })
    .where('store_id', 'in', storeIds)
    .where('due_at', 'is not', null)
    .execute()
}
