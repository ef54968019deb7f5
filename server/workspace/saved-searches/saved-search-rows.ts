import type { Selectable } from 'kysely'
import type { Role } from '#contracts/accounts/auth.ts'
import type { ErrorCode } from '#contracts/errors.ts'
import type { UserId } from '#contracts/ids.ts'
import type { SavedSearch, SearchView } from '#contracts/workspace/saved-searches.ts'
import { readSearchQuery } from '#contracts/catalog/search-query.ts'
import type { FilterChoice } from '#contracts/catalog/store-filters.ts'
import type { Language } from '#i18n/languages.ts'
import { rightsOf } from '#contracts/billing/plan-rights.ts'
import {
  type CatalogContext,
  type StoreMatch,
  scoringOf,
  type StoreQuery,
  withMarks,
} from '#server/catalog/api.ts'
import type { Db } from '#server/platform/db/schema.ts'
import type { SavedSearches } from '#server/platform/db/workspace-schema.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import { pageLink } from '#server/platform/links.ts'
import { type MarkRevisions, markRevisionsOf } from '#server/platform/session/viewer.ts'
import { readDisplay } from '#server/workspace/list-views/list-views.ts'

type Search = {
  user_id: UserId
  view: SearchView
  query: string
  profile: string | null
  /** Of `markRevisionsOf`; without them `withMarks` reads them. */
  revisions?: MarkRevisions
}
/** Engines read an account's marks when they need them, after the request: by its `sharedDb`. */
type Deps = Pick<CatalogContext, 'db' | 'now' | 'storeSearch'> & { sharedDb?: Db }

type Asked = Pick<Partial<StoreQuery>, 'days' | 'visibleAfter'> & {
  /** Of what is reported as new, contacted leads are left out unless the search asks for them. */
  isNews?: boolean
}

const WITH_EMAIL: FilterChoice = { include: ['yes'], exclude: [], unknown: false }

/**
 * The stores that match a saved search. Null for a search that can no longer be parsed: it matches
 * nothing rather than everything.
 */
export async function findMatches(
  { db, sharedDb = db, storeSearch, now }: Deps,
  { user_id: userId, view, query: text, profile, revisions: known }: Search,
  { days = null, visibleAfter, isNews = false }: Asked = {},
): Promise<StoreMatch | null> {
  const parsed = readSearchQuery(text)
  if (parsed.kind === 'refused') return null
  const { scope, choices: savedChoices } = parsed.query
  // A lead is a store with an e-mail address.
  const choices = view === 'leads' ? { ...savedChoices, email: WITH_EMAIL } : savedChoices
  const query = {
    days,
    scope,
    choices,
    visibleAfter,
    ...(choices.score && { scoring: scoringOf({ now }, profile) }),
  }
  const leavesContacted = isNews || view === 'leads'
  return storeSearch.find(await withMarks(sharedDb, userId, query, { leavesContacted, known }))
}

/** The searches of one account, the oldest first. */
export const readSearches = (db: Db, userId: UserId): Promise<SearchRow[]> =>
  db
    .selectFrom('saved_searches')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()

type SearchOf = { userId: UserId; searchId: string }

const selectSearch = (db: Db, { userId, searchId }: SearchOf) =>
  db
    .selectFrom('saved_searches')
    .selectAll()
    .where('id', '=', searchId)
    .where('user_id', '=', userId)

/** @throws AppError `not_found`, also for another account's search */
export const findSearch = (
  db: Db,
  search: SearchOf,
): Promise<SearchRow & { revisions: MarkRevisions }> =>
  selectSearch(db, search)
    .select(markRevisionsOf('saved_searches.user_id').as('revisions'))
    .executeTakeFirstOrThrow(notFound)

/**
 * Locked until the transaction ends. @throws AppError `not_found`, also for another account's
 * search
 */
export const lockSearch = (db: Db, search: SearchOf): Promise<SearchRow> =>
  selectSearch(db, search).forUpdate().executeTakeFirstOrThrow(notFound)

type SearchRow = Selectable<SavedSearches>

/** With the number of its matches, and how many of them its owner has not seen. */
export async function presentSearch(
  ctx: Deps,
  row: SearchRow,
  mailed: ReadonlySet<string>,
): Promise<SavedSearch> {
  const counts = await countMatches(ctx, row).catch((error: unknown) => {
    // What was saved stays readable, and a change that is already stored must not look like a
    // failure.
    if (error instanceof AppError && UNCOUNTED_CODES.has(error.code)) return UNCOUNTED
    throw error
  })
  return {
    id: row.id,
    name: row.name,
    view: row.view,
    query: row.query,
    mails: row.mails,
    instant: row.instant,
    webhooks: row.webhooks,
    display: readDisplay(row.display),
    profile: row.profile,
    sendsMails: mailed.has(row.id),
    mailedAt: row.mailed_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
    seenAt: row.seen_at.toISOString(),
    ...counts,
  }
}

type MatchCounts = Pick<SavedSearch, 'newMatches' | 'total'>
const UNCOUNTED: MatchCounts = { newMatches: 0, total: null }
/** The search engine is away, or took too long for this search. */
const UNCOUNTED_CODES = new Set<ErrorCode>(['search_unavailable', 'search_too_broad', 'overloaded'])

async function countMatches(ctx: Deps, row: SearchRow): Promise<MatchCounts> {
  const [all, unseen] = await Promise.all([
    findMatches(ctx, row),
    findMatches(ctx, row, { visibleAfter: row.seen_at, isNews: true }),
  ])
  return { newMatches: unseen?.total ?? 0, total: all?.total ?? 0 }
}

/**
 * The searches of one account that send mails: the oldest ones that have mails turned on, as many
 * as the plan allows. Further searches from a larger plan stay, but send no mails. Rows in the
 * order of `readSearches`.
 */
export function selectMailingSearches(
  rows: readonly Pick<SearchRow, 'id' | 'mails'>[],
  role: Role,
): ReadonlySet<string> {
  const enabled = rows.filter(({ mails }) => mails).map(({ id }) => id)
  return new Set(enabled.slice(0, rightsOf(role).savedSearches ?? enabled.length))
}

/**
 * The search's list, latest first. `search` identifies the search, so that the shown stores count
 * as seen.
 */
export function searchLink(
  config: CatalogContext['config'],
  language: Language,
  { id, view, query }: { id: string; view: SearchView; query: string },
): string {
  return pageLink(config, '/list', language, {
    ...Object.fromEntries(new URLSearchParams(query)),
    ...(view !== 'stores' && { view }),
    // Products have a separate order.
    ...(view !== 'products' && { sortBy: 'visibleAt' }),
    search: id,
  })
}
