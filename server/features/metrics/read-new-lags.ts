import { sql } from 'kysely'
import type { AppContext } from '#server/context.ts'

/** A store's timestamp is taken a little before its commit; the commit follows within this time. */
const COMMITTED_AFTER_MS = 60_000

export type VisibleLag = { seconds: number; live: boolean }

/** Each call returns the lags of the stores that became visible since the previous call; the first call starts at creation. */
export function createLagReader({ db, now }: Pick<AppContext, 'db' | 'now'>): () => Promise<VisibleLag[]> {
  let doneUntil = now()
  return async () => {
    const until = new Date(now().getTime() - COMMITTED_AFTER_MS)
    if (until <= doneUntil) return []
    const { rows } = await sql<VisibleLag>`
      select greatest(0, extract(epoch from visible_at - found_at))::float8 as seconds, coalesce(live, false) as live
      from stores left join store_lags on store_lags.store_id = stores.id
      where launch_status = 'new' and visible_at > ${doneUntil} and visible_at <= ${until}`.execute(db)
    doneUntil = until
    return rows
  }
}
