import { type RawBuilder, sql } from 'kysely'
import type { BodyOf } from '#contracts/endpoint.ts'
import type { saveStore } from '#contracts/saved.ts'

export type KeptFields = Omit<BodyOf<typeof saveStore>, 'storeId'>

const EARLIEST_SAVED = Date.UTC(2026, 0, 1)

/** Columns of a new row: notes, tags, favourite, created, updated. */
export function valuesOfNew({ notes, tags, isFavorite, createdAt }: KeptFields, now: Date) {
  const asked = createdAt === undefined ? now.getTime() : Date.parse(createdAt)
  const since = new Date(Math.min(Math.max(asked, EARLIEST_SAVED), now.getTime()))
  return sql`${notes ?? ''}::text, ${tags ?? []}::text[], ${isFavorite ?? false}::boolean, ${since}::timestamptz, ${now}::timestamptz`
}

/** Changes to an existing row: given values replace the stored ones, and only a different value is a change. */
export function changesOf(table: string, { notes, tags, isFavorite }: KeptFields, now: Date) {
  const given: [string, RawBuilder<unknown> | undefined][] = [
    ['notes', notes === undefined ? undefined : sql`${notes}::text`],
    ['tags', tags && sql`${tags}::text[]`],
    ['is_favorite', isFavorite === undefined ? undefined : sql`${isFavorite}::boolean`],
  ]
  const values = given.map(([name, value]) => ({ name, value: value ?? sql.ref(`${table}.${name}`) }))
  const before = sql.join(values.map(({ name }) => sql.ref(`${table}.${name}`)))
  const after = sql.join(values.map(({ value }) => value))
  return sql`${sql.join(values.map(({ name, value }) => sql`${sql.ref(name)} = ${value}`))}, updated_at =
    case when (${before}) is distinct from (${after}) then ${now}::timestamptz else ${sql.ref(`${table}.updated_at`)} end`
}
