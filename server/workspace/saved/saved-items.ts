import { type RawBuilder, type Selectable, sql, type SqlBool } from 'kysely'
import type { BodyOf, QueryOf } from '#contracts/endpoint.ts'
import type { UserId } from '#contracts/ids.ts'
import type { listSavedStores, saveStore } from '#contracts/workspace/saved.ts'
import type { SavedStores } from '#server/platform/db/workspace-schema.ts'

export type SavedQuery = QueryOf<typeof listSavedStores>

/**
 * The columns that a list of saved items searches and sorts by; the saved rows have the alias
 * `saved`.
 */
type SavedList = {
  searchColumns: RawBuilder<string>[]
  sortKeys: Record<SavedQuery['sortBy'], RawBuilder<unknown>>
}

const dates = { createdAt: sql`saved.created_at`, updatedAt: sql`saved.updated_at` }
// Byte order, with ASCII letters folded: the same on every engine, regardless of its collations.
export const byName = (column: string) => sql`lower(${sql.ref(column)} collate "C") collate "C"`

export const storeList: SavedList = {
  searchColumns: [sql.ref('stores.name'), sql.ref('stores.domain')],
  sortKeys: { ...dates, name: byName('stores.name'), foundAt: sql`stores.found_at` },
}

export const productList: SavedList = {
  searchColumns: [sql.ref('products.title'), sql.ref('stores.name'), sql.ref('stores.domain')],
  sortKeys: { ...dates, name: byName('products.title'), foundAt: sql`products.first_seen_at` },
}

type ListInput = { userId: UserId; query: SavedQuery; spellings: string[] | null }

/** True for the account's rows that match the query; `spellings` are those of the requested tag. */
export function matchesQuery(
  { searchColumns }: SavedList,
  { userId, query: { isFavorite, q, store }, spellings }: ListInput,
) {
  const conditions = [sql<SqlBool>`saved.user_id = ${userId}`]
  if (isFavorite !== undefined) conditions.push(sql`saved.is_favorite = ${isFavorite === 'true'}`)
  if (store !== undefined) conditions.push(sql`saved.store_id = ${store}::bigint`)
  if (spellings) conditions.push(sql`saved.tags && ${spellings}::text[]`)
  if (q?.trim())
    conditions.push(containsText([...searchColumns, sql`saved.notes`, tagsText], q.trim()))
  return sql<SqlBool>`(${sql.join(conditions, sql` and `)})`
}

// No tag holds a comma, so a text cannot match across two tags.
export const tagsText = sql<string>`array_to_string(saved.tags, ',')`

export const containsText = (searchColumns: RawBuilder<string>[], text: string) =>
  sql<SqlBool>`(${sql.join(
    searchColumns.map((column) => sql`strpos(lower(${column}), lower(${text})) > 0`),
    sql` or `,
  )})`

/** With the saved id, which breaks ties. */
export function listOrder({ sortKeys }: SavedList, { sortBy, sortDirection }: SavedQuery) {
  const direction = sql.raw(sortDirection.toUpperCase() === 'ASC' ? 'asc' : 'desc')
  return sql`${sortKeys[sortBy]} ${direction}, saved.id ${direction}`
}

type SavedFields = Omit<BodyOf<typeof saveStore>, 'storeId'>

const EARLIEST = Date.UTC(2026, 0, 1)

/** The time of what an account restores, never in the future; now for what is new. */
export const restoredTime = (text: string | undefined, now: Date): Date =>
  text === undefined ? now : new Date(Math.min(Math.max(Date.parse(text), EARLIEST), now.getTime()))

/** Columns of a new row: notes, tags, favourite, created, updated. */
export const newRowValues = ({ notes, tags, isFavorite, createdAt }: SavedFields, now: Date) =>
  sql`${notes ?? ''}::text, ${tags ?? []}::text[], ${isFavorite ?? false}::boolean, ${restoredTime(createdAt, now)}::timestamptz, ${now}::timestamptz`

/**
 * Changes to an existing row: given values replace the stored ones, and only a different value is a
 * change.
 */
export function rowChanges(table: string, { notes, tags, isFavorite }: SavedFields, now: Date) {
  const inputs: [string, RawBuilder<unknown> | undefined][] = [
    ['notes', notes === undefined ? undefined : sql`${notes}::text`],
    ['tags', tags && sql`${tags}::text[]`],
    ['is_favorite', isFavorite === undefined ? undefined : sql`${isFavorite}::boolean`],
  ]
  const values = inputs.map(([name, value]) => ({
    name,
    value: value ?? sql.ref(`${table}.${name}`),
  }))
  const before = sql.join(values.map(({ name }) => sql.ref(`${table}.${name}`)))
  const after = sql.join(values.map(({ value }) => value))
  return sql`${sql.join(values.map(({ name, value }) => sql`${sql.ref(name)} = ${value}`))}, updated_at =
    case when (${before}) is distinct from (${after}) then ${now}::timestamptz else ${sql.ref(`${table}.updated_at`)} end`
}

type SavedRow = Pick<
  Selectable<SavedStores>,
  'id' | 'notes' | 'tags' | 'is_favorite' | 'created_at' | 'updated_at'
>

/** The account's notes about a saved item. */
export const presentSavedFields = (row: SavedRow) => ({
  id: row.id,
  notes: row.notes,
  tags: row.tags,
  isFavorite: row.is_favorite,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
})
