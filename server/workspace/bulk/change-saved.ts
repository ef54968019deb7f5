import { type RawBuilder, sql } from 'kysely'
import type { UserId } from '#contracts/ids.ts'
import { foldTag, MAX_TAGS } from '#contracts/workspace/saved.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { readTags } from '#server/workspace/saved/tags.ts'
import { type Change, noteChanged, type Outcome } from './bulk-undo.ts'

export const saveAll = (change: Change): Promise<Outcome> =>
  writeSaved(
    change,
    sql`select wanted.store_id, '{}'::text[] as tags, false as is_favorite
      from wanted left join was using (store_id) where was.store_id is null`,
  )

/** A star saves the store; without it the store stays saved. */
export const starAll = (change: Change, on: boolean): Promise<Outcome> =>
  writeSaved(
    change,
    on
      ? sql`select wanted.store_id, coalesce(was.tags, '{}') as tags, true as is_favorite
          from wanted left join was using (store_id) where was.is_favorite is not true`
      : sql`select store_id, tags, false as is_favorite from was where is_favorite`,
  )

export function unsaveAll({ db, userId, storeIds, undoId }: Change): Promise<Outcome> {
  return noteChanged(
    db,
    undoId,
    sql`changed as (delete from saved_stores where user_id = ${userId} and store_id = any(${storeIds}::bigint[])
      returning store_id, to_jsonb(saved_stores) || jsonb_build_object('moves', (
        select coalesce(jsonb_agg(move), '[]') from stage_moves as move
        where move.user_id = saved_stores.user_id and move.store_id = saved_stores.store_id)) as was)`,
  )
}

type Tagging = { add: readonly string[]; remove: readonly string[] }

/** A store keeps its own spelling of a tag, and its tags if they would become too many. */
export async function tagAll(change: Change, tagging: Tagging): Promise<Outcome> {
  const tagged = await taggedRows(change.db, change.userId, tagging)
  const { rows } = await sql<{ count: number }>`with ${partsOfWas(change)}
    select count(*)::int as count from (${tagged}) as tagged where cardinality(tags) > ${MAX_TAGS}`.execute(
    change.db,
  )
  const outcome = await writeSaved(
    change,
    sql`select * from (${tagged}) as tagged where cardinality(tags) <= ${MAX_TAGS}`,
  )
  return { ...outcome, tooManyTags: rows[0]?.count ?? 0 }
}

/** Those that would have other tags than now. */
async function taggedRows(
  db: Db,
  userId: UserId,
  { add, remove }: Tagging,
): Promise<RawBuilder<unknown>> {
  const used = await readTags(db, userId)
  const spellingsOf = (tag: string) =>
    used.find(({ name }) => foldTag(name) === foldTag(tag))?.spellings ?? []
  const added = new Set(add.map(foldTag))
  const removed = remove.filter((tag) => !added.has(foldTag(tag))).flatMap(spellingsOf)
  const known = add.flatMap((tag, at) =>
    spellingsOf(tag).map((spelling) => ({ at: at + 1, spelling })),
  )
  return sql`select * from (
    select wanted.store_id, array(
        select tag from unnest(was.tags) with ordinality as own (tag, at) where tag <> all(${removed}::text[])
        union all
        select tag from (
          select tag, at from unnest(${add}::text[]) with ordinality as own (tag, at)
          where not exists (
            select from jsonb_to_recordset(${JSON.stringify(known)}::jsonb) as known (at int, spelling text)
            where known.at = own.at and known.spelling = any(was.tags)) order by at) as added
      ) as tags, coalesce(was.is_favorite, false) as is_favorite, was.tags as old_tags
    from wanted left join was using (store_id)) as every
    where tags is distinct from coalesce(old_tags, '{}')`
}

/** `wanted` = the stores of the change, `was` = what the account has of them. */
export const partsOfWas = ({ userId, storeIds }: Change) => sql`
  wanted as (select unnest(${storeIds}::bigint[]) as store_id),
  was as (select * from saved_stores where user_id = ${userId} and store_id = any(${storeIds}::bigint[]))`

/** @param rows of `wanted` and `was`: what the account then has of stores */
function writeSaved(change: Change, rows: RawBuilder<unknown>): Promise<Outcome> {
  const { db, userId, undoId, now } = change
  return noteChanged(
    db,
    undoId,
    sql`${partsOfWas(change)},
      written as (
        insert into saved_stores (user_id, store_id, tags, is_favorite, created_at, updated_at)
        select ${userId}, store_id, tags, is_favorite, ${now}, ${now} from (${rows}) as changed order by store_id
        on conflict (user_id, store_id) do update
          set tags = excluded.tags, is_favorite = excluded.is_favorite, updated_at = excluded.updated_at
        returning store_id),
      changed as (select store_id, to_jsonb(was) as was from written left join was using (store_id))`,
  )
}
