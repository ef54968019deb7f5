import { randomUUID } from 'node:crypto'
import type { Role } from '#contracts/accounts/auth.ts'
import type { BodyOf, ResponseOf } from '#contracts/endpoint.ts'
import type { UserId } from '#contracts/ids.ts'
import type * as api from '#contracts/workspace/saved-searches.ts'
import { readSearchQuery, writeSearchQuery } from '#contracts/catalog/search-query.ts'
import { MAX_LIST_QUERY } from '#contracts/catalog/store-filters.ts'
import { lockOwnAccount } from '#server/accounts/api.ts'
import { rightsOf } from '#contracts/billing/plan-rights.ts'
import type { CatalogRequest } from '#server/catalog/api.ts'
import type { AppContext } from '#server/platform/context.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { AppError, invalidRequest, notFound } from '#server/platform/errors.ts'
import { requirePaid, roleAt } from '#server/platform/session/viewer.ts'
import { revokeFeedOf } from '#server/workspace/feeds/feeds.ts'
import { restoredTime } from '#server/workspace/saved/saved-items.ts'
import { deleteDeliveries } from '#server/workspace/webhooks/delivery-queue.ts'
import {
  lockSearch,
  presentSearch,
  readSearches,
  selectMailingSearches,
} from './saved-search-rows.ts'

export async function listSavedSearches(
  ctx: CatalogRequest,
): Promise<ResponseOf<typeof api.listSavedSearches>> {
  const { userId, role } = requirePaid(ctx)
  const rows = await readSearches(ctx.db, userId)
  const mailed = selectMailingSearches(rows, role)
  const searches: api.SavedSearch[] = []
  // One after the other: an account with many searches must not keep other callers from the index.
  for (const row of rows) searches.push(await presentSearch(ctx, row, mailed))
  const {
    savedSearches: limit,
    scoreProfiles: profileLimit,
    hasInstantAlerts,
    hasWebhooks,
  } = rightsOf(role)
  return { searches, limit, hasInstantAlerts, hasWebhooks, profileLimit }
}

async function getSavedSearch(ctx: CatalogRequest, searchId: string): Promise<api.SavedSearch> {
  const { userId, role } = requirePaid(ctx)
  const rows = await readSearches(ctx.db, userId)
  const row = rows.find(({ id }) => id === searchId)
  if (!row) throw notFound()
  return presentSearch(ctx, row, selectMailingSearches(rows, role))
}

/** The limit behind "unlimited"; every listing counts each search. */
const MAX_SEARCHES = 200

/** Stores that are already visible are not reported: a new search reports only later ones. */
export async function createSavedSearch(
  ctx: CatalogRequest,
  body: BodyOf<typeof api.createSavedSearch>,
): Promise<api.SavedSearch> {
  const { userId, role } = requirePaid(ctx)
  const values = {
    id: randomUUID(),
    user_id: userId,
    ...toColumns(body),
    ...toTimeColumns(body, ctx.now()),
  }
  await inTransaction(ctx, async (ctx) => {
    // The lock makes two parallel calls count one after the other.
    await lockOwnAccount(ctx.db, userId)
    const { count } = await countSearches(ctx.db, userId).executeTakeFirstOrThrow()
    if (count >= (rightsOf(role).savedSearches ?? MAX_SEARCHES))
      throw new AppError('saved_search_limit')
    if (values.profile) await requireProfile(ctx, { userId, role })
    await ctx.db.insertInto('saved_searches').values(values).execute()
  })
  return getSavedSearch(ctx, values.id)
}

const countSearches = (db: Db, userId: UserId) =>
  db
    .selectFrom('saved_searches')
    .select((on) => on.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)

const toColumns = ({
  name,
  view,
  query,
  mails,
  instant,
  webhooks,
  display,
  profile,
}: api.SearchValues) => ({
  name,
  view,
  query: canonicalQuery(query),
  mails,
  instant,
  webhooks,
  ...(display !== undefined && { display: display && JSON.stringify(display) }),
  ...(profile !== undefined && { profile }),
})

/** A restored search keeps its age and its unseen matches. */
const toTimeColumns = ({ createdAt, seenAt }: BodyOf<typeof api.createSavedSearch>, now: Date) => ({
  created_at: restoredTime(createdAt, now),
  seen_at: restoredTime(seenAt, now),
  updated_at: now,
  mails_since: now,
  checked_at: now,
})

export async function updateSavedSearch(
  ctx: CatalogRequest,
  { id: searchId, ...values }: BodyOf<typeof api.updateSavedSearch> & { id: string },
): Promise<api.SavedSearch> {
  const { userId, role } = requirePaid(ctx)
  const columns = toColumns(values)
  await inTransaction(ctx, async (ctx) => {
    if (columns.profile) await lockOwnAccount(ctx.db, userId)
    const before = await lockSearch(ctx.db, { userId, searchId })
    if (columns.profile && before.profile === null) await requireProfile(ctx, { userId, role })
    const isChanged = before.query !== columns.query || before.view !== columns.view
    await ctx.db
      .updateTable('saved_searches')
      .set({ ...columns, updated_at: ctx.now(), ...(isChanged && { seen_at: ctx.now() }) })
      .where('id', '=', searchId)
      .execute()
    if (isChanged || (isReported(columns, role) && !isReported(before, role)))
      await restartReports(ctx, searchId)
  })
  return getSavedSearch(ctx, searchId)
}

/**
 * In a transaction that locked the account. Profiles from a larger plan stay.
 * @throws AppError `score_profile_limit`
 */
async function requireProfile(
  { db }: Pick<AppContext, 'db'>,
  { userId, role }: { userId: UserId; role: Role },
): Promise<void> {
  const { count } = await countSearches(db, userId)
    .where('profile', 'is not', null)
    .executeTakeFirstOrThrow()
  if (count >= rightsOf(role).scoreProfiles) throw new AppError('score_profile_limit')
}

export async function deleteSavedSearch(
  ctx: CatalogRequest,
  searchId: string,
): Promise<{ message: string }> {
  const { userId } = requirePaid(ctx)
  await inTransaction(ctx, async (ctx) => {
    await lockSearch(ctx.db, { userId, searchId })
    await revokeFeedOf(ctx, { userId, searchId })
    await deleteDeliveries(ctx.db, 'search_id', [searchId])
    await ctx.db.deleteFrom('saved_searches').where('id', '=', searchId).execute()
  })
  return { message: ctx.say('done_search_deleted') }
}

/** Never moves backwards: with two open tabs the later view counts. */
export async function markSearchSeen(
  ctx: CatalogRequest,
  searchId: string,
): Promise<api.SavedSearch> {
  const { userId } = requirePaid(ctx)
  await ctx.db
    .updateTable('saved_searches')
    .set({ seen_at: ctx.now() })
    .where('id', '=', searchId)
    .where('user_id', '=', userId)
    .where('seen_at', '<', ctx.now())
    .execute()
  return getSavedSearch(ctx, searchId)
}

/**
 * The query in canonical spelling. @throws AppError `invalid_request`, which names the part of it
 * to blame: `query.country`
 */
function canonicalQuery(text: string): string {
  const parsed = readSearchQuery(text)
  if (parsed.kind === 'refused') throw invalidRequest(`query.${parsed.field}`.slice(0, 100))
  const query = writeSearchQuery(parsed.query)
  // Percent-encoded, it may have become longer.
  if (query.length > MAX_LIST_QUERY) throw invalidRequest('query')
  return query
}

type Deps = Pick<AppContext, 'db' | 'now'>

/** By the plan in force: a stored switch for webhooks reports nothing without them. */
const isReported = ({ mails, webhooks }: { mails: boolean; webhooks: boolean }, role: Role) =>
  mails || (webhooks && rightsOf(role).hasWebhooks)

/**
 * Reports stores that become visible from now on: reports from before are outdated. Inside a
 * transaction.
 */
async function restartReports({ db, now }: Deps, searchId: string): Promise<void> {
  await db
    .updateTable('saved_searches')
    .set({ mails_since: now(), checked_at: now(), unmailed_since: null })
    .where('id', '=', searchId)
    .execute()
  await db.deleteFrom('saved_search_hits').where('search_id', '=', searchId).execute()
}

/** Called by the link of a mail, so it needs no sign-in. */
export async function disableSearchMails({ db, now }: Deps, searchId: string): Promise<void> {
  await db
    .updateTable('saved_searches')
    .set({ mails: false, updated_at: now() })
    .where('id', '=', searchId)
    .where('mails', '=', true)
    .execute()
}

/** @returns false when there is no such search of this account */
export async function enableSearchMails(
  ctx: Deps,
  { userId, searchId }: { userId: UserId; searchId: string },
): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('saved_searches as search')
    .innerJoin('users', 'users.id', 'search.user_id')
    .select(['search.mails', 'search.webhooks', 'users.role', 'users.plan_until'])
    .where('search.id', '=', searchId)
    .where('search.user_id', '=', userId)
    .forUpdate('search')
    .executeTakeFirst()
  if (!row) return false
  if (row.mails) return true
  await ctx.db
    .updateTable('saved_searches')
    .set({ mails: true, updated_at: ctx.now() })
    .where('id', '=', searchId)
    .execute()
  if (!isReported(row, roleAt(row, ctx.now()))) await restartReports(ctx, searchId)
  return true
}
