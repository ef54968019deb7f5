import { sql } from 'kysely'
import type { AppContext } from '#server/context.ts'

/** The platform says that there is no shop any more at these hosts; only the store's own domain speaks for the store. */
export async function closeStores(ctx: AppContext, hosts: string[]): Promise<void> {
  if (hosts.length === 0) return
  await sql`
    with closed as (
      update stores set status = 'CLOSED', last_checked_at = ${ctx.now()}
      from candidates
      where candidates.host = any(${hosts}::text[]) and stores.id = candidates.store_id and stores.status <> 'CLOSED'
        and regexp_replace(stores.domain, '^www\\.', '') = regexp_replace(candidates.host, '^www\\.', '')
      returning stores.id, stores.domain)
    insert into store_events (store_id, kind, at, detail)
    select distinct id, 'closed', ${ctx.now()}::timestamptz, jsonb_build_object('host', domain) from closed`.execute(
    ctx.db,
  )
}
