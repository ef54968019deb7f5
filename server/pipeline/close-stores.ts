import { sql } from 'kysely'
import type { AppContext } from '#server/context.ts'
import { jsonText } from '#server/pipeline/json-text.ts'

export type GoneStore = { host: string; reason: string }

/** The platform answers that these hosts have no shop (any more, or for now); only the store's own domain decides for the store. */
export async function closeStores(ctx: AppContext, gone: GoneStore[]): Promise<void> {
  if (gone.length === 0) return
  const rows = gone.toSorted((a, b) => (a.host < b.host ? -1 : 1))
  await sql`
    with gone as (
      select candidates.store_id, min(t.reason) as reason
      from jsonb_to_recordset(${jsonText(rows)}::jsonb) as t (host text, reason text)
      join candidates on candidates.host = t.host
      join stores on stores.id = candidates.store_id
      where regexp_replace(stores.domain, '^www\\.', '') = regexp_replace(candidates.host, '^www\\.', '')
      group by candidates.store_id),
    checked as (
      update stores set status = 'CLOSED', last_checked_at = ${ctx.now()}
      from gone, (select id, status from stores where id in (select store_id from gone) for update) as before
      where stores.id = gone.store_id and before.id = stores.id
      returning stores.id, stores.domain, before.status, gone.reason)
    insert into store_events (store_id, kind, at, detail)
    select id, 'closed', ${ctx.now()}::timestamptz, jsonb_build_object('host', domain, 'reason', reason) from checked
    where status <> 'CLOSED'`.execute(ctx.db)
}
