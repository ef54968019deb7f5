import { type Selectable, sql } from 'kysely'
import { rightsOf } from '#contracts/billing/plan-rights.ts'
import type { Role } from '#contracts/accounts/auth.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contracts/dates.ts'
import type { StoreId, UserId } from '#contracts/ids.ts'
import { type Language, languageOrFallback } from '#i18n/languages.ts'
import type { CatalogContext } from '#server/catalog/api.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import type { SavedSearches } from '#server/platform/db/workspace-schema.ts'
import { isSearchUnavailable } from '#server/platform/errors.ts'
import { defineCron } from '#server/platform/jobs/job-definition.ts'
import { queueMail } from '#server/platform/mail/mail.ts'
import { roleAt } from '#server/platform/session/viewer.ts'
import { queueDeliveries } from '#server/workspace/webhooks/send-webhooks.ts'
import { insertHits } from './search-hits.ts'
import { searchMatchesMail } from './search-matches-mail.ts'
import { findMatches, readSearches, selectMailingSearches } from './saved-search-rows.ts'

const DAILY_HOUR_UTC = 7
const INSTANT_EVERY_MS = 5 * MINUTE_MS
/**
 * A store may become visible out of order, or match only after its second visit. It is still
 * reported if it became visible within this time.
 */
const LATE_MATCH_MS = 7 * DAY_MS
/**
 * The same for the other runs of an instant search: a broad one has hundreds of matches a day, and
 * runs every five minutes.
 */
const LATE_MATCH_IN_HOURLY_RUN_MS = DAY_MS
const LATE_MATCH_IN_INSTANT_RUN_MS = HOUR_MS
/** Webhooks are for programs; a person gets at most one mail an hour from each instant search. */
const INSTANT_MAIL_EVERY_MS = HOUR_MS

/**
 * How often a search reports new matches: an instant one is a daily one while the plan of its
 * account allows no instant alerts.
 */
type Pace = 'daily' | 'instant'

/** Each hour, so that a run that failed at its time is repeated an hour later. */
export const mailSearchMatches = defineCron({
  name: 'mail-search-matches',
  maxAttempts: 1,
  cron: '0 * * * *',
  run: (ctx: CatalogContext, signal) => reportDueSearches(ctx, 'daily', signal),
})

export const reportInstantMatches = defineCron({
  name: 'report-instant-matches',
  maxAttempts: 1,
  cron: '*/5 * * * *',
  run: (ctx: CatalogContext, signal) => reportDueSearches(ctx, 'instant', signal),
})

/** The latest 07:00 UTC: daily searches whose last run was before it are due. */
export function lastDailyTime(now: Date): Date {
  const sinceThen = (now.getTime() - DAILY_HOUR_UTC * HOUR_MS) % DAY_MS
  return new Date(now.getTime() - sinceThen)
}

const lastInstantTime = (now: Date): Date =>
  new Date(now.getTime() - (now.getTime() % INSTANT_EVERY_MS))

/**
 * Searches whose last run was before `due` are due. `briefSince`: for the brief of an account that
 * begins there. It reports the hits, so that no mail is queued and the search stays due for its run.
 */
type Run = { pace: Pace; due: Date; briefSince?: Date }

/**
 * A failing search does not hold up the others, unless the search engine is away; the next run
 * tries it again.
 * @throws Error after all were tried, in a daily run: an instant search that always fails would end
 * 288 jobs a day as dead
 */
export async function reportDueSearches(
  ctx: CatalogContext,
  pace: Pace,
  signal?: AbortSignal,
): Promise<void> {
  const run = {
    pace,
    due: pace === 'daily' ? lastDailyTime(ctx.now()) : lastInstantTime(ctx.now()),
  }
  let failed = 0
  for await (const search of readDueSearches(ctx, run)) {
    if (signal?.aborted) return
    try {
      await reportMatches(ctx, search, run)
    } catch (error) {
      const fields = { event: 'search.not_reported', searchId: search.id, err: error }
      ctx.log.warn(fields, 'a saved search could not be matched')
      // It is away for the others too, and has its own alarm. All stay due for the next run.
      if (isSearchUnavailable(error)) return
      failed += 1
    }
  }
  if (failed > 0 && pace === 'daily') throw new Error(`${failed} saved searches failed`)
}

/**
 * Looks for matches of the account's searches at the time of its brief. Those that report at once
 * have just done so.
 */
export async function findMatchesForBrief(
  ctx: CatalogContext,
  { userId, since }: { userId: UserId; since: Date },
): Promise<void> {
  const searches = await ctx.db
    .selectFrom('saved_searches')
    .select(columns)
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .limit(MAX_SEARCHES_OF_BRIEF)
    .execute()
  const run: Run = { pace: 'daily', due: ctx.now(), briefSince: since }
  for (const search of searches) await reportMatches(ctx, search, run)
}

/** The oldest ones: each asks the search engine. */
export const MAX_SEARCHES_OF_BRIEF = 50

/**
 * One transaction writes the hits, the time of the run, the mail, and the messages to webhooks: a
 * second process finds the search done. Hits of an instant search that mailed within the hour wait
 * for a later run.
 */
async function reportMatches(ctx: CatalogContext, search: DueSearch, run: Run): Promise<void> {
  const since = startOf(search, run)
  const storeIds = await findNewStores(ctx, search, since)
  await inTransaction(ctx, async (ctx) => {
    const channels = await lockChannels(ctx, search, run)
    if (!channels) return
    const { recipient, toWebhooks, isHeld } = channels
    const now = ctx.now()
    const update = ctx.db.updateTable('saved_searches').where('id', '=', search.id)
    if (!recipient && !toWebhooks && !run.briefSince) {
      // Matches from a time when the plan reported nothing are not reported later.
      await update.set({ checked_at: now, mails_since: now, unmailed_since: null }).execute()
      return
    }
    const hits = await insertHits(ctx.db, { searchId: search.id, storeIds, at: now })
    const unmailedSince = recipient && (channels.unmailedSince ?? (hits > 0 ? now : null))
    const isMailed = unmailedSince !== null && !isHeld && isMailDue(channels.mailedAt, run, now)
    await update
      .set({ unmailed_since: isMailed ? null : unmailedSince })
      .set({ ...(isMailed && { mailed_at: now }), mails_since: since })
      .set({ ...((!run.briefSince || isSilent(search)) && { checked_at: now }) })
      .execute()
    const userId = search.user_id
    if (toWebhooks && hits > 0)
      await queueDeliveries(ctx, { userId, searchId: search.id, foundAt: now })
    if (!recipient || !isMailed) return
    const params = { searchId: search.id, from: unmailedSince.toISOString(), at: now.toISOString() }
    const { email, language } = recipient
    await queueMail(ctx, searchMatchesMail, { recipient: email, userId, language, params })
  })
}

const isMailDue = (mailedAt: Date | null, { pace }: Run, now: Date): boolean =>
  pace === 'daily' ||
  mailedAt === null ||
  now.getTime() - mailedAt.getTime() >= INSTANT_MAIL_EVERY_MS

/** Only a brief looks for its matches. */
const isSilent = ({ mails, webhooks }: DueSearch): boolean => !mails && !webhooks

/** Nothing earlier is reported; a first brief tells no news from before it was turned on. */
const startOf = (search: DueSearch, { briefSince }: Run): Date =>
  briefSince && isSilent(search) && search.checked_at < briefSince ? briefSince : search.mails_since

/** The stores that match and became visible lately, those already reported included. */
async function findNewStores(
  ctx: CatalogContext,
  search: DueSearch,
  start: Date,
): Promise<StoreId[]> {
  // Equal for all searches of a run, so that they share what the search engine finds.
  const lastRunAt = lastInstantTime(search.checked_at).getTime()
  const since = Math.max(start.getTime(), lastRunAt - lateMatchMs(search.checked_at, ctx.now()))
  const match = await findMatches(ctx, search, { visibleAfter: new Date(since), isNews: true })
  const storeIds: StoreId[] = []
  if (match)
    for await (const ids of match.ids({ sortBy: 'visibleAt', direction: 'desc' }, match.total))
      storeIds.push(...ids)
  return storeIds
}

function lateMatchMs(checkedAt: Date, now: Date): number {
  if (checkedAt < lastDailyTime(now)) return LATE_MATCH_MS
  const isFirstOfHour =
    Math.floor(checkedAt.getTime() / HOUR_MS) < Math.floor(now.getTime() / HOUR_MS)
  return isFirstOfHour ? LATE_MATCH_IN_HOURLY_RUN_MS : LATE_MATCH_IN_INSTANT_RUN_MS
}

const BATCH_SIZE = 200
const columns = [
  'id',
  'user_id',
  'view',
  'query',
  'profile',
  'instant',
  'mails',
  'webhooks',
  'mails_since',
  'checked_at',
] as const

type DueSearch = Pick<Selectable<SavedSearches>, (typeof columns)[number]>
type Deps = Pick<CatalogContext, 'db' | 'now'>

/**
 * Searches of this pace that report by mail or to webhooks and are due. The longest waiting come
 * first.
 */
async function* readDueSearches({ db, now }: Deps, { pace, due }: Run): AsyncGenerator<DueSearch> {
  let last: DueSearch | undefined
  for (;;) {
    const rows = await db
      .selectFrom('saved_searches as search')
      .innerJoin('users', 'users.id', 'search.user_id')
      .select(columns.map((column) => `search.${column}` as const))
      .select(['users.role', 'users.plan_until'])
      // Literals: a prepared statement with parameters could not use the partial indexes.
      .where(sql<boolean>`(search.mails or search.webhooks)`)
      .$if(pace === 'instant', (query) => query.where(sql<boolean>`search.instant`))
      .where('search.checked_at', '<', due)
      .$if(last !== undefined, (query) =>
        query.where(
          sql<boolean>`(search.checked_at, search.id) > (${last?.checked_at}, ${last?.id}::uuid)`,
        ),
      )
      .orderBy('search.checked_at')
      .orderBy('search.id')
      .limit(BATCH_SIZE)
      .execute()
    yield* rows.filter((row) => paceOf(row, roleAt(row, now())) === pace)
    last = rows.at(-1)
    if (!last || rows.length < BATCH_SIZE) return
  }
}

const paceOf = ({ instant }: { instant: boolean }, role: Role): Pace =>
  instant && rightsOf(role).hasInstantAlerts ? 'instant' : 'daily'

/**
 * Where a search reports new matches, by its own switches and its account's plan; nowhere for a
 * locked account or one being deleted.
 */
type Channels = {
  recipient: { email: string; language: Language } | null
  toWebhooks: boolean
  /** The brief mails its matches. */
  isHeld: boolean
  mailedAt: Date | null
  unmailedSince: Date | null
}

/**
 * Locks the search until the transaction ends. Null when another process has run or changed it
 * since it was read.
 */
async function lockChannels(
  { db, now }: Deps,
  search: DueSearch,
  run: Run,
): Promise<Channels | null> {
  const row = await db
    .selectFrom('saved_searches as own')
    .innerJoin('users', 'users.id', 'own.user_id')
    .select(['users.email', 'users.language', 'users.role', 'users.plan_until'])
    .select(['users.email_verified_at', 'users.deletion_requested_at', 'users.locked_at'])
    .select(['own.checked_at', 'own.mailed_at', 'own.unmailed_since'])
    .select(['own.instant', 'own.mails', 'own.webhooks'])
    .where('own.id', '=', search.id)
    .where('own.query', '=', search.query)
    .where('own.view', '=', search.view)
    .where('own.mails_since', '=', search.mails_since)
    .forUpdate('own')
    .executeTakeFirst()
  if (!row) return null
  const role = roleAt(row, now())
  const isDue = row.checked_at.getTime() < run.due.getTime() && paceOf(row, role) === run.pace
  if (!isDue && !run.briefSince) return null
  const times = { mailedAt: row.mailed_at, unmailedSince: row.unmailed_since }
  if (
    row.email_verified_at === null ||
    row.deletion_requested_at !== null ||
    row.locked_at !== null
  )
    return { recipient: null, toWebhooks: false, isHeld: false, ...times }
  const language = languageOrFallback(row.language)
  const isMailing = row.mails && (await isWithinPlan(db, search, role))
  return {
    recipient: isMailing ? { email: row.email, language } : null,
    toWebhooks: row.webhooks && rightsOf(role).hasWebhooks,
    isHeld:
      run.briefSince !== undefined ||
      (run.pace === 'daily' && (await isMailOfBrief(db, search, now()))),
    ...times,
  }
}

/** A day of 25 hours, so that each daily mail falls before a daily brief. */
const BRIEF_WITHIN_MS = 25 * HOUR_MS

/** The account gets one mail a day: the brief, on a day when it goes by mail. */
async function isMailOfBrief(
  db: Deps['db'],
  { user_id: userId }: DueSearch,
  now: Date,
): Promise<boolean> {
  const brief = await db
    .selectFrom('brief_settings')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('mail', '=', true)
    .where('due_at', '<=', new Date(now.getTime() + BRIEF_WITHIN_MS))
    .executeTakeFirst()
  return brief !== undefined
}

/** Without a limit the account's other searches need not be read. */
const isWithinPlan = async (
  db: Deps['db'],
  { id, user_id: userId }: DueSearch,
  role: Role,
): Promise<boolean> =>
  rightsOf(role).savedSearches === null ||
  selectMailingSearches(await readSearches(db, userId), role).has(id)
