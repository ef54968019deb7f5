import type { Selectable } from 'kysely'
import { FALLBACK_LANGUAGE, isLanguage, type Language } from '#i18n/languages.ts'
import type { Db } from '#server/context.ts'
import type { SavedSearches } from '#server/db/workspace-schema.ts'
import { readSearches } from './read-searches.ts'
import { sendingSearches } from './sending-searches.ts'

const ROWS_AT_ONCE = 200
const FIRST_ID = '00000000-0000-0000-0000-000000000000'
const columns = ['id', 'user_id', 'view', 'query', 'mails_since', 'checked_at'] as const

export type DueSearch = Pick<Selectable<SavedSearches>, (typeof columns)[number]>

/** Searches with mails whose last run was before `due`. */
export async function* readDueSearches(db: Db, due: Date): AsyncGenerator<DueSearch> {
  let after = FIRST_ID
  for (;;) {
    const rows = await db
      .selectFrom('saved_searches')
      .select(columns)
      .where('mails', '=', true)
      .where('checked_at', '<', due)
      .where('id', '>', after)
      .orderBy('id')
      .limit(ROWS_AT_ONCE)
      .execute()
    yield* rows
    const last = rows.at(-1)
    if (!last || rows.length < ROWS_AT_ONCE) return
    after = last.id
  }
}

export type HeldSearch = {
  /**
   * Whether its account may receive mails about it: it pays, its address is confirmed, it is not being deleted, and its plan has room for
   * this search.
   */
  sends: boolean
  account: { email: string; language: Language }
}

/** Locked until the transaction ends. Null when another process has run or changed it since it was read. */
export async function lockDueSearch(db: Db, search: DueSearch, due: Date): Promise<HeldSearch | null> {
  const row = await db
    .selectFrom('saved_searches')
    .innerJoin('users', 'users.id', 'saved_searches.user_id')
    .select(['users.email', 'users.language', 'users.role'])
    .select(['users.email_verified_at', 'users.deletion_requested_at', 'saved_searches.checked_at'])
    .where('saved_searches.id', '=', search.id)
    .where('saved_searches.mails', '=', true)
    .where('saved_searches.query', '=', search.query)
    .where('saved_searches.view', '=', search.view)
    .where('saved_searches.mails_since', '=', search.mails_since)
    .forUpdate('saved_searches')
    .executeTakeFirst()
  if (!row || row.checked_at.getTime() >= due.getTime()) return null
  const sending = sendingSearches(await readSearches(db, search.user_id), row.role)
  const isOpen = row.email_verified_at !== null && row.deletion_requested_at === null
  const language = isLanguage(row.language) ? row.language : FALLBACK_LANGUAGE
  return { sends: isOpen && sending.has(search.id), account: { email: row.email, language } }
}
