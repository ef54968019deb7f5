import { sql } from 'kysely'
import type { Db } from '#server/context.ts'

const HOUR_MS = 60 * 60 * 1000

/** When a name that DNS did not know is asked for again; after the last one it is forgotten until its next certificate. */
const RESOLVE_AGAIN_AFTER_MS = [1, 6, 24, 48].map((hours) => hours * HOUR_MS)

export type Candidate = {
  host: string
  stage: 'resolve' | 'visit'
  revealed_at: Date
  log_id: string
  attempts: number
}

/** Adds hosts to visit. A host that is known keeps its plan, but may move to an earlier day. */
export async function addCandidates(
  db: Db,
  hosts: Map<string, Date>,
  about: { stage: 'resolve' | 'visit'; logId: string; now: Date },
): Promise<void> {
  if (hosts.size === 0) return
  const dueAt = about.stage === 'visit' ? about.now : resolveAgainAt(0, about.now)
  // One order for all writers, so that two of them cannot wait for each other.
  const rows = [...hosts].toSorted(([a], [b]) => (a < b ? -1 : 1))
  await sql`
    insert into candidates (host, stage, revealed_at, log_id, due_at)
    select host, ${about.stage}, revealed_at, ${about.logId}, ${dueAt}
    from unnest(${rows.map(([host]) => host)}::text[], ${rows.map(([, at]) => at)}::timestamptz[]) as t (host, revealed_at)
    on conflict (host) do update set
      revealed_at = least(candidates.revealed_at, excluded.revealed_at),
      stage = case when excluded.stage = 'visit' then 'visit' else candidates.stage end,
      attempts = case when candidates.stage = 'resolve' and excluded.stage = 'visit' then 0 else candidates.attempts end,
      due_at = case
        when candidates.stage = 'resolve' and excluded.stage = 'visit' then excluded.due_at
        when candidates.due_at is null and candidates.store_id is null and ${about.now}::timestamptz - candidates.outcome_at > interval '7 days'
          then excluded.due_at
        else candidates.due_at end`.execute(db)
}

/** Null after the last repetition. `attempts` = how many repetitions have been made. */
export function resolveAgainAt(attempts: number, now: Date): Date | null {
  const afterMs = RESOLVE_AGAIN_AFTER_MS[attempts]
  return afterMs === undefined ? null : new Date(now.getTime() + afterMs)
}

/** Takes up to `limit` due hosts, the latest revealed first (a store that opens now is worth more than last month's). */
export async function claimCandidates(
  db: Db,
  options: { stage: 'resolve' | 'visit'; limit: number; now: Date; leaseMs: number },
): Promise<Candidate[]> {
  const until = new Date(options.now.getTime() + options.leaseMs)
  const { rows } = await sql<Candidate>`
    update candidates set claimed_until = ${until}
    where host in (
      select host from candidates
      where stage = ${options.stage} and due_at <= ${options.now} and (claimed_until is null or claimed_until < ${options.now})
      order by revealed_at desc limit ${options.limit} for update skip locked)
    returning host, stage, revealed_at, log_id, attempts`.execute(db)
  return rows
}

export async function extendClaims(db: Db, hosts: string[], until: Date): Promise<void> {
  if (hosts.length === 0) return
  await sql`update candidates set claimed_until = ${until} where host = any(${hosts}::text[]) and claimed_until is not null`.execute(
    db,
  )
}

/** For the embedded engine, whose only process this is: whatever was claimed before died with its process. */
export async function releaseAllClaims(db: Db): Promise<void> {
  await db
    .updateTable('candidates')
    .set({ claimed_until: null })
    .where('claimed_until', 'is not', null)
    .execute()
}
