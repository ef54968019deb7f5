import { sql } from 'kysely'
import { type Change, noteChanged, type Outcome } from '#server/workspace/bulk/bulk-undo.ts'
import { partsOfWas } from '#server/workspace/bulk/change-saved.ts'
import { readStages, requireStage } from './stages.ts'

/**
 * Moves stores to a stage, which saves them, or ends their leads. Those that are there stay as they
 * are. @throws AppError `invalid_request` for a stage that the account does not have
 */
export async function moveAll(change: Change, stage: string | null): Promise<Outcome> {
  const { db, userId, undoId, now } = change
  const stages = await readStages(db, userId)
  const isContacted = stage !== null && requireStage(stages, stage).isContacted
  const contacted = stages.filter((each) => each.isContacted).map(({ key }) => key)
  const isContact = sql`${isContacted}::boolean and (was.stage is null or was.stage <> all(${contacted}::text[]))`
  return noteChanged(
    db,
    undoId,
    sql`${partsOfWas(change)},
      written as (
        insert into saved_stores (user_id, store_id, stage, moved_at, contacted_at, version, created_at, updated_at)
        select ${userId}, wanted.store_id, ${stage}, ${now}, case when ${isContact} then ${now}::timestamptz end,
          ${now.getTime()}, ${now}, ${now}
        from wanted left join was using (store_id) where was.stage is distinct from ${stage}::text order by wanted.store_id
        on conflict (user_id, store_id) do update set
          stage = excluded.stage, moved_at = excluded.moved_at, merged_into = null,
          next_step = case when excluded.stage is not null then saved_stores.next_step end,
          next_day = case when excluded.stage is not null then saved_stores.next_day end,
          contacted_at = coalesce(excluded.contacted_at, saved_stores.contacted_at),
          version = greatest(saved_stores.version + 1, excluded.version), updated_at = excluded.updated_at
        returning store_id),
      history as (
        insert into stage_moves (user_id, store_id, from_stage, to_stage, at)
        select ${userId}, store_id, was.stage, ${stage}, ${now} from written left join was using (store_id)),
      changed as (select store_id, to_jsonb(was) as was from written left join was using (store_id))`,
  )
}
