import { type Selectable, sql } from 'kysely'
import type { Role } from '#contracts/accounts/auth.ts'
import { rightsOf } from '#contracts/billing/plan-rights.ts'
import { profileOf } from '#contracts/catalog/score-profile.ts'
import type { StoreId, UserId } from '#contracts/ids.ts'
import { type CatalogContext, isContactedLead, scoreStores } from '#server/catalog/api.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import type { SavedSearches } from '#server/platform/db/workspace-schema.ts'
import { findMatches, readSearches } from '#server/workspace/saved-searches/saved-search-rows.ts'
import { selectHits } from '#server/workspace/saved-searches/search-hits.ts'
import {
  findMatchesForBrief,
  MAX_SEARCHES_OF_BRIEF,
} from '#server/workspace/saved-searches/search-matches-job.ts'
import { type BriefItem, withoutKnown } from './brief-items.ts'

type Match = Extract<BriefItem, { kind: 'match' }>
type Search = Selectable<SavedSearches>
type Found = { search: Search; storeId: StoreId; key: string }
type Account = { userId: UserId; role: Role }
type Deps = Pick<CatalogContext, 'db' | 'now' | 'storeSearch'>

/** Of one brief; the best of them. */
const MAX_MATCHES = 1_000
/** Of one search, the latest. */
const MAX_FOUND = 1_000

/** A store that opens again is news again. */
const key = sql<string>`stores.id || coalesce('@' || (extract(epoch from stores.opened_at) * 1000)::bigint, '')`

type Taking = Account & { since: Date; isMailed: boolean }

/**
 * Hits that no earlier brief listed. A mailed brief takes the hits waiting for their search's daily
 * mail, and omits those that an instant search has mailed. No run adds hits while the searches are
 * locked, so every later hit is dated after `until`.
 */
export async function takeMatches(
  ctx: CatalogContext,
  taking: Taking,
): Promise<{ until: Date; matches: Match[] }> {
  await findMatchesForBrief(ctx, taking)
  const { until, found } = await inTransaction(ctx, async (ctx) => {
    const searches = await lockSearches(ctx.db, taking)
    const until = ctx.now()
    return { until, found: await readWaiting(ctx.db, searches, { ...taking, until }) }
  })
  return { until, matches: await rankMatches(ctx, taking.userId, found) }
}

/** Within the plan, the oldest ones. */
const within = (searches: readonly Search[], role: Role): Search[] =>
  searches.slice(0, Math.min(rightsOf(role).savedSearches ?? Infinity, MAX_SEARCHES_OF_BRIEF))

async function lockSearches(db: Db, { userId, role }: Account): Promise<Search[]> {
  const rows = await db
    .selectFrom('saved_searches')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('id')
    .forUpdate()
    .execute()
  const byAge = rows.toSorted(
    (a, b) => a.created_at.getTime() - b.created_at.getTime() || (a.id < b.id ? -1 : 1),
  )
  return within(byAge, role)
}

const mailsAtOnce = ({ mails, instant }: Search, role: Role): boolean =>
  mails && instant && rightsOf(role).hasInstantAlerts

async function readWaiting(
  db: Db,
  searches: readonly Search[],
  { role, since, until, isMailed }: Taking & { until: Date },
): Promise<Found[]> {
  const found: Found[] = []
  for (const search of searches.filter((each) => !mailsAtOnce(each, role))) {
    const from = isMailed && search.mails ? search.unmailed_since : since
    if (from === null) continue
    const rows = await selectHits(db, { searchId: search.id, from, to: until })
      .select(['stores.id as storeId', key.as('key')])
      .orderBy('at', 'desc')
      .limit(MAX_FOUND)
      .execute()
    found.push(...rows.map((row) => ({ search, ...row })))
  }
  return found
}

/** Each store once, with its best score; those that an earlier brief had are left out. */
async function rankMatches(ctx: Deps, userId: UserId, found: readonly Found[]): Promise<Match[]> {
  const best = new Map<string, Match>()
  for (const [search, own] of Map.groupBy(found, (each) => each.search)) {
    const ids = own.map(({ storeId }) => storeId)
    const scores = await scoreStores(ctx, ids, profileOf(search.profile))
    for (const { key, storeId } of own) {
      const { points, known } = scores.get(storeId) ?? { points: 0, known: 0 }
      const before = best.get(key)
      if (before && before.value.points >= points) continue
      const value = { search: { id: search.id, name: search.name }, points, known }
      best.set(key, { kind: 'match', key, storeId, value })
    }
  }
  const fresh = await withoutKnown(ctx.db, userId, [...best.values()])
  return fresh.toSorted(byScore).slice(0, MAX_MATCHES)
}

const byScore = (a: Match, b: Match): number =>
  b.value.points - a.value.points || Number(b.storeId) - Number(a.storeId)

/**
 * What the next brief would have, without taking it. Asks the search engine, because the hits of
 * searches without reports are not stored before their brief.
 */
export async function previewMatches(
  ctx: Deps & { sharedDb: Db },
  { userId, role, since }: Account & { since: Date },
): Promise<Match[]> {
  const found: Found[] = []
  for (const search of within(await readSearches(ctx.db, userId), role)) {
    const match = await findNew(ctx, search, since)
    if (!match) continue
    const ids: StoreId[] = []
    for await (const some of match.ids({ sortBy: 'visibleAt', direction: 'desc' }, MAX_FOUND))
      ids.push(...some)
    if (ids.length === 0) continue
    const rows = await ctx.db
      .selectFrom('stores')
      .select(['stores.id as storeId', key.as('key')])
      .where('stores.id', 'in', ids)
      .execute()
    found.push(...rows.map((row) => ({ search, ...row })))
  }
  return rankMatches(ctx, userId, found)
}

/**
 * The stores that would be matches of now, or were ones this morning (`taken`), if the account had
 * not contacted them.
 */
export async function findContacted(
  ctx: Deps & { sharedDb: Db },
  { userId, role, since, taken }: Account & { since: Date; taken: readonly StoreId[] },
): Promise<ReadonlySet<StoreId>> {
  const { rows } = await sql<{ id: StoreId; isNew: boolean }>`
    select stores.id, greatest(visible_at, opened_at) > ${since} as "isNew"
    from saved_stores as saved join stores on stores.id = store_id
    where user_id = ${userId} and ${isContactedLead}
      and (greatest(visible_at, opened_at) > ${since} or stores.id = any(${[...taken]}::bigint[]))`.execute(
    ctx.db,
  )
  const found = new Set(rows.flatMap(({ id }) => (taken.includes(id) ? id : [])))
  const fresh = rows.filter(({ isNew }) => isNew).map(({ id }) => id)
  if (fresh.length === 0) return found
  for (const search of within(await readSearches(ctx.db, userId), role)) {
    const query = new URLSearchParams(search.query)
    // A search for contacted leads does not leave them out.
    if (query.has('contacted')) continue
    query.set('contacted', 'yes')
    const match = await findNew(ctx, { ...search, query: String(query) }, since)
    for (const id of (await match?.among(fresh)) ?? []) found.add(id)
  }
  return found
}

const findNew = (ctx: Deps & { sharedDb: Db }, search: Search, since: Date) =>
  findMatches(ctx, search, {
    visibleAfter: since < search.mails_since ? search.mails_since : since,
    isNews: true,
  })

/** What the brief mails is not mailed by its search; hits that came meanwhile are. */
export const settleMatches = (db: Db, { userId, role }: Account, until: Date) =>
  sql`
  update saved_searches as search set mailed_at = ${until}, unmailed_since = (
    select min(at) from saved_search_hits as hit join stores on stores.id = hit.store_id
    where hit.search_id = search.id and hit.at >= ${until} and not exists (
      select from brief_items as item where item.user_id = search.user_id and item.kind = 'match'
        and item.is_once and item.key = ${key}))
  where user_id = ${userId} and unmailed_since is not null
    and not (instant and ${rightsOf(role).hasInstantAlerts})`.execute(db)
