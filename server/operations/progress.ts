import { sql } from 'kysely'
import type { Db } from '#server/platform/db/schema.ts'

export type Progress = {
  entriesRead: number
  /** Entries in the logs beyond the read position. */
  entriesLeft: number
  hostsChecked: number
  hostsToVisit: number
  storesFound: number
  /** Of `storesFound`, the newly launched ones. */
  storesNew: number
}

/** The state of discovery; a handful of cheap counts. */
export async function readProgress(db: Db): Promise<Progress> {
  const { rows } = await sql<Progress>`
    select
      (select coalesce(sum(entries_read), 0)::bigint from ct_logs) as "entriesRead",
      (select coalesce(sum(tree_size - next_index), 0)::bigint from ct_logs where state = 'active') as "entriesLeft",
      (select coalesce(sum(hosts_checked), 0)::bigint from ct_logs) as "hostsChecked",
      (select count(*) from candidates where stage = 'visit' and outcome is null and due_at is not null) as "hostsToVisit",
      (select count(*) from stores) as "storesFound",
      (select count(*) from stores where launch_status = 'new') as "storesNew"`.execute(db)
  const [progress] = rows
  if (!progress) throw new Error('a select without from always returns one row')
  return progress
}
