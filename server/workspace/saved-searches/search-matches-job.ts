import { type Selectable, sql } from 'kysely'
import * as z from 'zod'
import { DAY_MS, HOUR_MS } from '#contracts/dates.ts'
import type { StoreId } from '#contracts/ids.ts'
import { FALLBACK_LANGUAGE, isLanguage, type Language } from '#i18n/languages.ts'
import type { CatalogContext } from '#server/catalog/api.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import type { SavedSearches } from '#server/platform/db/workspace-schema.ts'
import { defineJob } from '#server/platform/jobs/job-definition.ts'
import { queueMail } from '#server/platform/mail/mail.ts'
import { roleAt } from '#server/platform/session/viewer.ts'
import { searchMatchesMail } from './search-matches-mail.ts'
import { findMatches, readSearches, selectMailingSearches } from './saved-search-rows.ts'

const MAIL_HOUR_UTC = 7
/**
 * A store may become visible out of order, or match only after its second visit. It is still reported if it became visible within this
 * time.
 */
export const LATE_MATCH_MS = 7 * DAY_MS

/** Each hour, so that a run that failed at its time is repeated an hour later. */
export const mailSearchMatches = defineJob({
  name: 'mail-search-matches',
  payload: z.object({}),
  maxAttempts: 1,
  cron: '0 * * * *',
  run: (ctx: CatalogContext, _payload, signal) => mailDueSearches(ctx, signal),
})

/** The latest 07:00 UTC: searches whose last run was before it are due. */
export function lastMailTime(now: Date): Date {
  const sinceThen = (now.getTime() - MAIL_HOUR_UTC * HOUR_MS) % DAY_MS
  return new Date(now.getTime() - sinceThen)
}

/**
 * Runs every due search. A search that fails does not hold up the others; it is tried again an hour later.
 * @throws Error after all were tried
 */
export async function mailDueSearches(ctx: CatalogContext, signal?: AbortSignal): Promise<void> {
  const due = lastMailTime(ctx.now())
  let failed = 0
  for await (const search of readDueSearches(ctx.db, due)) {
    if (signal?.aborted) return
    await mailSearch(ctx, search, due).catch((error: unknown) => {
      failed += 1
      const fields = { event: 'search.not_mailed', searchId: search.id, err: error }
      ctx.log.warn(fields, 'a saved search could not be matched')
    })
  }
  if (failed > 0) throw new Error(`${failed} saved searches failed`)
}

/**
 * One transaction writes the hits, the time of the run, and the mail. A second process finds the search done, and each hit is stored only
 * once.
 */
async function mailSearch(ctx: CatalogContext, search: DueSearch, due: Date): Promise<void> {
  const since = Math.max(search.mails_since.getTime(), search.checked_at.getTime() - LATE_MATCH_MS)
  const match = await findMatches(ctx, search, { visibleAfter: new Date(since) })
  const storeIds: StoreId[] = []
  if (match)
    for await (const ids of match.ids({ sortBy: 'visibleAt', direction: 'desc' }, match.total))
      storeIds.push(...ids)
  await inTransaction(ctx, async (ctx) => {
    const locked = await lockDueSearch(ctx, search, due)
    if (!locked) return
    const now = ctx.now()
    if (!locked.sendsMails) {
      // Matches from a time when the plan sent no mails are not mailed later.
      const columns = { checked_at: now, mails_since: now }
      await ctx.db.updateTable('saved_searches').set(columns).where('id', '=', search.id).execute()
      return
    }
    const hits = await insertHits(ctx.db, { searchId: search.id, storeIds, at: now })
    const columns = { checked_at: now, ...(hits > 0 && { mailed_at: now }) }
    await ctx.db.updateTable('saved_searches').set(columns).where('id', '=', search.id).execute()
    if (hits === 0) return
    const params = { searchId: search.id, at: now.toISOString() }
    const { email: recipient, language } = locked.account
    await queueMail(ctx, searchMatchesMail, { recipient, userId: search.user_id, language, params })
  })
}

const BATCH_SIZE = 200
const FIRST_ID = '00000000-0000-0000-0000-000000000000'
const columns = ['id', 'user_id', 'view', 'query', 'mails_since', 'checked_at'] as const

type DueSearch = Pick<Selectable<SavedSearches>, (typeof columns)[number]>

/** Searches with mails whose last run was before `due`. */
async function* readDueSearches(db: Db, due: Date): AsyncGenerator<DueSearch> {
  let after = FIRST_ID
  for (;;) {
    const rows = await db
      .selectFrom('saved_searches')
      .select(columns)
      .where('mails', '=', true)
      .where('checked_at', '<', due)
      .where('id', '>', after)
      .orderBy('id')
      .limit(BATCH_SIZE)
      .execute()
    yield* rows
    const last = rows.at(-1)
    if (!last || rows.length < BATCH_SIZE) return
    after = last.id
  }
}

export type LockedSearch = {
  /**
   * Whether its account may receive mails about it: it pays, its address is confirmed, it is neither locked nor being deleted, and its plan has room for
   * this search.
   */
  sendsMails: boolean
  account: { email: string; language: Language }
}

/** Locked until the transaction ends. Null when another process has run or changed it since it was read. */
async function lockDueSearch(
  { db, now }: Pick<CatalogContext, 'db' | 'now'>,
  search: DueSearch,
  due: Date,
): Promise<LockedSearch | null> {
  const row = await db
    .selectFrom('saved_searches')
    .innerJoin('users', 'users.id', 'saved_searches.user_id')
    .select(['users.email', 'users.language', 'users.role', 'users.plan_until', 'users.email_verified_at'])
    .select(['users.deletion_requested_at', 'users.locked_at', 'saved_searches.checked_at'])
    .where('saved_searches.id', '=', search.id)
    .where('saved_searches.mails', '=', true)
    .where('saved_searches.query', '=', search.query)
    .where('saved_searches.view', '=', search.view)
    .where('saved_searches.mails_since', '=', search.mails_since)
    .forUpdate('saved_searches')
    .executeTakeFirst()
  if (!row || row.checked_at.getTime() >= due.getTime()) return null
  const mailed = selectMailingSearches(await readSearches(db, search.user_id), roleAt(row, now()))
  const mayReceive =
    row.email_verified_at !== null && row.deletion_requested_at === null && row.locked_at === null
  const language = isLanguage(row.language) ? row.language : FALLBACK_LANGUAGE
  return { sendsMails: mayReceive && mailed.has(search.id), account: { email: row.email, language } }
}

type NewHits = { searchId: string; storeIds: readonly StoreId[]; at: Date }

/** Stores the hits that still exist and that the search has not reported yet, or not since they opened. @returns how many */
async function insertHits(db: Db, { searchId, storeIds, at }: NewHits): Promise<number> {
  if (storeIds.length === 0) return 0
  const { numAffectedRows } = await sql`
    insert into saved_search_hits (search_id, store_id, at)
    select ${searchId}::uuid, id, ${at}::timestamptz from stores where id = any(${[...storeIds]}::bigint[])
    on conflict (search_id, store_id) do update set at = excluded.at
    where saved_search_hits.at < (select opened_at from stores where id = excluded.store_id)`.execute(db)
  return Number(numAffectedRows ?? 0)
}
