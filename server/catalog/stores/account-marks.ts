import { type RawBuilder, sql } from 'kysely'
import {
  ANY,
  type FilterChoice,
  type FilterChoices,
  type FilterKey,
  filterValue,
  NONE,
  writeChoice,
} from '#contracts/catalog/store-filters.ts'
import type { StoreId, UserId } from '#contracts/ids.ts'
import { foldTag } from '#contracts/workspace/saved.ts'
import { EVERYTHING, type StoreQuery } from '#server/catalog/search/search.ts'
import { markKeys } from '#server/catalog/search/store-columns.ts'
import { type MarkKey, ownValues } from '#server/catalog/search/store-values.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { type MarkRevisions, markRevisionsOf } from '#server/platform/session/viewer.ts'

type Marked = Map<string, Iterable<StoreId>>
/** `kind` = the revision that changes with the rows: triggers of the migration `lists` renew it. */
type Mark = {
  kind: string
  read: (db: Db, userId: UserId) => Promise<Marked>
  labels?: (db: Db, userId: UserId) => Promise<Map<string, string>>
}

const marks: Record<MarkKey, Mark> = {
  saved: {
    kind: 'saved',
    read: readYes((userId) => sql`select store_id from saved_stores where user_id = ${userId}`),
  },
  favorite: {
    kind: 'saved',
    read: readYes(
      (userId) => sql`select store_id from saved_stores where user_id = ${userId} and is_favorite`,
    ),
  },
  tag: { kind: 'saved', read: readTagged, labels: readTagNames },
  list: {
    kind: 'list',
    read: readValues(
      (userId) => sql`
        select list_id as value, array_agg(store_id) as stores from list_stores
        where user_id = ${userId} group by list_id`,
    ),
    labels: readListNames,
  },
  stage: {
    kind: 'stage',
    read: readValues(
      (userId) => sql`
        select stage as value, array_agg(store_id) as stores from saved_stores
        where user_id = ${userId} and stage is not null group by stage`,
    ),
    labels: readStageNames,
  },
  contacted: {
    kind: 'stage',
    read: readYes(
      (userId) => sql`
        select store_id from saved_stores as saved where user_id = ${userId}
          and (stage is not null or merged_into is not null) and ${isContactedLead}`,
    ),
  },
  exported: {
    kind: 'exported',
    read: readYes((userId) => sql`select store_id from exported_stores where user_id = ${userId}`),
  },
  bounced: {
    kind: 'bounced',
    read: readYes(
      (userId) => sql`
        select store_id from contact_bounces join stores on stores.id = store_id
        where user_id = ${userId} and verdict = 'bounced' and lifted_at is null and address = lower(stores.email)`,
    ),
  },
  hidden: {
    kind: 'hidden',
    read: readYes(
      (userId) => sql`select distinct store_id from hidden_stores where user_id = ${userId}`,
    ),
  },
}

type Select = (userId: UserId) => RawBuilder<unknown>

/** For a filter of yes or no. */
function readYes(select: Select): Mark['read'] {
  return async (db, userId) => {
    const { rows } = await sql<{ store_id: StoreId }>`${select(userId)}`.execute(db)
    return new Map([['yes', rows.map((row) => row.store_id)]])
  }
}

function readValues(select: Select): Mark['read'] {
  return async (db, userId) => {
    const { rows } = await sql<{ value: string; stores: StoreId[] }>`${select(userId)}`.execute(db)
    return new Map(rows.map(({ value, stores }) => [value, stores]))
  }
}

type MarkOptions = {
  /** Filters whose values are counted beside it. */
  counted?: readonly string[]
  /** Leave contacted leads out, unless the query says otherwise. */
  leavesContacted?: boolean
  /** Read with another row; without them they are read now. */
  known?: MarkRevisions | undefined
}

/**
 * A query of an account with the marks that it filters by, or that are counted beside it.
 * @param db outlives the request: engines read the marks when they need them
 */
export async function withMarks(
  db: Db,
  userId: UserId,
  query: StoreQuery,
  { counted = [], leavesContacted = false, known }: MarkOptions = {},
): Promise<StoreQuery> {
  const revisions = known === undefined ? await readRevisions(db, userId) : known
  const revisionOf = (key: MarkKey) => revisions?.[marks[key].kind]
  // Most accounts have no hidden or contacted stores: they share what engines find.
  const leaves = (key: MarkKey) => revisionOf(key) !== undefined
  const choices: FilterChoices = {
    ...(leaves('hidden') && { hidden: NOT_MARKED }),
    ...(leavesContacted && leaves('contacted') && { contacted: NOT_MARKED }),
    ...query.choices,
  }
  if (counted.length === 0 && Object.keys(choices).length === 0) return query
  const isAsked = (key: FilterKey) => choices[key] !== undefined || counted.includes(key)
  // Marks beside the values that they replace.
  const replacing = ownValues.flatMap(({ key, mark }) => (isAsked(key) ? mark : []))
  const concerned = markKeys.filter((key) => isAsked(key) || replacing.includes(key))
  const idle = concerned.filter((key) => isNotMarked(choices[key]) && revisionOf(key) === undefined)
  for (const key of idle) delete choices[key]
  const isNeeded = (key: MarkKey) =>
    isAsked(key) || (replacing.includes(key) && revisionOf(key) !== undefined)
  const asked = concerned.filter(isNeeded).map((key) => {
    const { read, labels } = marks[key]
    const mark = {
      account: userId,
      revision: revisionOf(key) ?? NEVER_MARKED,
      read: () => read(db, userId),
      ...(labels && { labels: () => labels(db, userId) }),
    }
    return [key, mark] as const
  })
  if (asked.length === 0) return query
  return { ...query, choices, marks: Object.fromEntries(asked) }
}

/** The query of all stores but those that the account hides; null when it hides none. */
export async function withoutHidden(
  db: Db,
  userId: UserId,
  known?: MarkRevisions,
): Promise<StoreQuery | null> {
  const query = await withMarks(db, userId, EVERYTHING, { known })
  return query.choices.hidden ? query : null
}

const NOT_MARKED: FilterChoice = { include: [], exclude: ['yes'], unknown: false }
const NOT_MARKED_TEXT = writeChoice(NOT_MARKED)

const isNotMarked = (choice: FilterChoice | undefined): boolean =>
  choice === NOT_MARKED || (choice !== undefined && writeChoice(choice) === NOT_MARKED_TEXT)

const NEVER_MARKED = ''

const selectRevisions = prepared('mark_revisions', (db, userId: UserId) =>
  db
    .selectFrom('users')
    .select(markRevisionsOf('users.id').as('revisions'))
    .where('id', '=', userId),
)

const readRevisions = async (db: Db, userId: UserId): Promise<MarkRevisions> =>
  (await selectRevisions(db, userId))[0]?.revisions ?? null

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

async function readListNames(db: Db, userId: UserId): Promise<Map<string, string>> {
  const lists = await db
    .selectFrom('lists')
    .select(['id', 'name'])
    .where('user_id', '=', userId)
    .execute()
  return new Map(lists.map(({ id, name }) => [id, name]))
}

/** Without lists that the account does not have: of a shared address, or deleted. */
export async function keepOwnLists(
  db: Db,
  userId: UserId,
  choice: FilterChoice,
): Promise<FilterChoice> {
  const own = new Set([ANY, NONE, ...(await readListNames(db, userId)).keys()])
  const isOwn = (value: string) => own.has(value)
  return {
    ...choice,
    include: choice.include.filter(isOwn),
    exclude: choice.exclude.filter(isOwn),
  }
}

/** Those that the account gave itself; the others go by the reader's language. */
async function readStageNames(db: Db, userId: UserId): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('stages')
    .select(['key', 'name'])
    .where('user_id', '=', userId)
    .execute()
  return new Map(rows.flatMap(({ key, name }) => (name === null ? [] : [[key, name]])))
}

/**
 * True for a row of `saved_stores`, here `saved`, whose lead is in a stage after the first contact,
 * or that was merged into such a lead.
 */
export const isContactedLead = sql<boolean>`exists (
  select from saved_stores as lead left join stages as own on own.user_id = lead.user_id and own.key = lead.stage
  where lead.user_id = saved.user_id and lead.store_id = coalesce(saved.merged_into, saved.store_id)
    and coalesce(own.is_contacted, lead.stage <> 'toContact'))`
