import { sql } from 'kysely'
import type { AppContext, Db } from '#server/context.ts'
import { jsonText } from '#server/pipeline/json-text.ts'

type VisibleStore = { host: string; storeId: number }

/**
 * Records how the stores got here, once, in the transaction that makes them visible. A store that was visible before a log revealed its
 * host (it came from a different log) has no timings.
 */
export async function saveLags({ db }: Pick<AppContext, 'db'>, stores: VisibleStore[]): Promise<void> {
  if (stores.length === 0) return
  await sql`
    insert into store_lags (store_id, log_id, read_at, pointed_at, asked_at, live)
    select stores.id, c.log_id, c.added_at, coalesce(c.pointed_at, c.added_at), coalesce(c.asked_at, stores.visible_at),
      coalesce(stores.found_at >= ct_logs.live_since, false)
    from jsonb_to_recordset(${jsonText(stores)}::jsonb) as t (host text, "storeId" bigint)
      join candidates as c on c.host = t.host
      join stores on stores.id = t."storeId"
      left join ct_logs on ct_logs.log_id = c.log_id
    where c.added_at <= stores.visible_at
    on conflict (store_id) do nothing`.execute(db)
}

/** Another log turned up an earlier entry: `live` now depends on whether that log had caught up by then. */
export async function judgeLiveAgain(db: Db, { id, log_id }: { id: number; log_id: string }): Promise<void> {
  await sql`
    update store_lags set log_id = ${log_id}, live = coalesce(
      (select stores.found_at >= ct_logs.live_since from stores, ct_logs where stores.id = ${id} and ct_logs.log_id = ${log_id}), false)
    where store_id = ${id}`.execute(db)
}
