import { sql } from 'kysely'
import {
  ANY,
  type FilterChoice,
  filterValue,
  NONE,
  readChoice,
} from '#contracts/catalog/store-filters.ts'
import type { StoreScope } from '#contracts/catalog/stores.ts'
import type { StoreId, UserId } from '#contracts/ids.ts'
import { foldTag } from '#contracts/workspace/saved.ts'
import type { StoreQuery } from '#server/catalog/search/search.ts'
import { markKeys } from '#server/catalog/search/store-columns.ts'
import type { MarkKey } from '#server/catalog/search/store-values.ts'
import type { Db } from '#server/platform/db/schema.ts'

type Marked = Map<string, Iterable<StoreId>>
/** `kind` = the revision that changes with the rows: triggers of the migration `lists` renew it. */
type Mark = {
  kind: string
  read: (db: Db, userId: UserId) => Promise<Marked>
  labels?: (db: Db, userId: UserId) => Promise<Map<string, string>>
}

const marks: Record<MarkKey, Mark> = {
  saved: { kind: 'saved', read: (db, userId) => readSaved(db, userId) },
  favorite: {
    kind: 'saved',
    read: (db, userId) => readSaved(db, userId, sql<boolean>`is_favorite`),
  },
  tag: { kind: 'saved', read: readTagged, labels: readTagNames },
  list: { kind: 'list', read: readListed, labels: readListNames },
  exported: { kind: 'exported', read: readExported },
  hidden: { kind: 'hidden', read: readHidden },
}

/**
 * A query of an account with the marks that it filters by, or that are counted beside it.
 * @param db outlives the request: engines read the marks when they need them
 * @param hidden the revision of the hidden stores, where it came with another row; null for none
 */
export async function withMarks(
  db: Db,
  userId: UserId,
  query: StoreQuery,
  counted: readonly string[] = [],
  hidden?: string | null,
): Promise<StoreQuery> {
  const isConcerned = (key: MarkKey) => query.choices[key] !== undefined || counted.includes(key)
  const revisions = await readRevisions(
    db,
    userId,
    hidden,
    markKeys.filter(isConcerned).map((key) => marks[key].kind),
  )
  // Without a word about them, hidden stores are left out; most accounts have none.
  const leavesOut = query.choices.hidden === undefined && revisions.has('hidden')
  const keys = markKeys.filter((key) => isConcerned(key) || (key === 'hidden' && leavesOut))
  if (keys.length === 0) return query
  const choices = leavesOut ? { ...query.choices, hidden: NOT_HIDDEN } : query.choices
  const asked = keys.map((key) => {
    const { kind, read, labels } = marks[key]
    const mark = {
      account: userId,
      revision: revisions.get(kind) ?? NEVER_MARKED,
      read: () => read(db, userId),
      ...(labels && { labels: () => labels(db, userId) }),
    }
    return [key, mark] as const
  })
  return { ...query, choices, marks: Object.fromEntries(asked) }
}

/** The query of all stores but those that the account hides; null when it hides none. */
export async function withoutHidden(
  db: Db,
  userId: UserId,
  scope: StoreScope,
): Promise<StoreQuery | null> {
  const query = await withMarks(db, userId, { days: null, scope, choices: {} })
  return query.choices.hidden ? query : null
}

const NOT_HIDDEN: FilterChoice = { include: [], exclude: ['yes'], unknown: false }

const NEVER_MARKED = ''

async function readRevisions(
  db: Db,
  userId: UserId,
  hidden: string | null | undefined,
  others: readonly string[],
): Promise<Map<string, string>> {
  const known: [string, string][] = hidden ? [['hidden', hidden]] : []
  const kinds = hidden === undefined ? ['hidden', ...others] : others
  if (kinds.length === 0) return new Map(known)
  const rows = await db
    .selectFrom('mark_revisions')
    .select(['kind', 'revision'])
    .where('user_id', '=', userId)
    .where('kind', 'in', kinds)
    .execute()
  return new Map([...known, ...rows.map(({ kind, revision }) => [kind, revision] as const)])
}

async function readSaved(db: Db, userId: UserId, which = sql<boolean>`true`): Promise<Marked> {
  const rows = await db
    .selectFrom('saved_stores')
    .select('store_id')
    .where('user_id', '=', userId)
    .where(which)
    .execute()
  return new Map([['yes', rows.map((row) => row.store_id)]])
}

const tagValue = (tag: string): string => filterValue(foldTag(tag))

async function readTagged(db: Db, userId: UserId): Promise<Marked> {
  const { rows } = await sql<{ tag: string; stores: StoreId[] }>`
    select tag, array_agg(store_id) as stores from saved_stores, unnest(tags) as tag
    where user_id = ${userId} group by tag`.execute(db)
  // Spellings that count as one tag may be on the same store.
  const marked = new Map<string, Set<StoreId>>()
  for (const { tag, stores } of rows) {
    const known = marked.get(tagValue(tag)) ?? new Set()
    marked.set(tagValue(tag), known)
    for (const id of stores) known.add(id)
  }
  return marked
}

/** The most used spelling of each. */
async function readTagNames(db: Db, userId: UserId): Promise<Map<string, string>> {
  const { rows } = await sql<{ tag: string }>`
    select tag from saved_stores, unnest(tags) as tag where user_id = ${userId}
    group by tag order by count(*), tag collate "C" desc`.execute(db)
  return new Map(rows.map(({ tag }) => [tagValue(tag), tag]))
}

async function readListed(db: Db, userId: UserId): Promise<Marked> {
  const { rows } = await sql<{ list: string; stores: StoreId[] }>`
    select list_id as list, array_agg(store_id) as stores from list_stores
    where user_id = ${userId} group by list_id`.execute(db)
  return new Map(rows.map(({ list, stores }) => [list, stores]))
}

async function readListNames(db: Db, userId: UserId): Promise<Map<string, string>> {
  const lists = await db
    .selectFrom('lists')
    .select(['id', 'name'])
    .where('user_id', '=', userId)
    .execute()
  return new Map(lists.map(({ id, name }) => [id, name]))
}

/**
 * Lists of a query that the account does not have: of a shared address, or deleted. The query is
 * answered without them.
 */
export async function findForeignLists(
  db: Db,
  userId: UserId,
  { list }: { list?: string | undefined },
): Promise<string[]> {
  const choice = list === undefined ? null : readChoice('list', list)
  const asked = [...(choice?.include ?? []), ...(choice?.exclude ?? [])].filter(
    (value) => value !== ANY && value !== NONE,
  )
  if (asked.length === 0) return []
  const own = await readListNames(db, userId)
  return asked.filter((id) => !own.has(id))
}

async function readExported(db: Db, userId: UserId): Promise<Marked> {
  const rows = await db
    .selectFrom('exported_stores')
    .select('store_id')
    .where('user_id', '=', userId)
    .execute()
  return new Map([['yes', rows.map((row) => row.store_id)]])
}

async function readHidden(db: Db, userId: UserId): Promise<Marked> {
  const { rows } = await sql<{ store_id: StoreId }>`
    select distinct store_id from hidden_stores where user_id = ${userId}`.execute(db)
  return new Map([['yes', rows.map((row) => row.store_id)]])
}
