import { sql } from 'kysely'
import { HOUR_MS } from '#contracts/dates.ts'
import { NO_STORE_OUTCOMES } from '#server/discovery/visits/visit-plan.ts'
import type { Db } from '#server/platform/db/schema.ts'

const SECOND_MS = 1_000

/**
 * When a name without an address is resolved again; after the last try it is forgotten until its
 * next certificate. A name server that was merely too slow (a burst of our queries, a lost packet)
 * is queried again soon.
 */
const RESOLVE_AGAIN_AFTER_MS = [30 * SECOND_MS, ...[1, 6, 24, 48].map((hours) => hours * HOUR_MS)]
/** The first step of that schedule, by the first answer for the name. */
const FIRST_STEP = { unanswered: 0, unknown: 1 } as const

export type Candidate = {
  host: string
  stage: 'resolve' | 'visit'
  revealed_at: Date
  log_id: string
  attempts: number
}

type FirstAnswer = 'pointing' | keyof typeof FIRST_STEP

/** A batch of a log may reveal thousands, whose insertion in one statement would delay others. */
const HOSTS_PER_STATEMENT = 100

/**
 * A host that was not a store is visited again for an entry logged this long after the last visit:
 * it belongs to another certificate.
 */
const SAME_CERTIFICATE = sql`interval '1 hour'`

/**
 * A known host keeps its plan (also one that asked us to wait), but may move to an earlier day; one
 * that was no store starts over with a new certificate, on its day. Unchanged hosts are neither
 * written nor locked: most entries name hosts seen before, often just being recorded. Outside a
 * transaction a statement does not wait for the disk: the next commit that does makes it durable.
 */
export async function addCandidates(
  db: Db,
  hosts: Map<string, Date>,
  { answer, ...found }: { answer: FirstAnswer; logId: string; now: Date },
): Promise<void> {
  if (hosts.size === 0) return
  const plan = { ...firstPlan(answer, found.now), ...found }
  // One order for all writers to avoid deadlocks.
  const rows = [...hosts].toSorted(([a], [b]) => (a < b ? -1 : 1))
  for (let at = 0; at < rows.length; at += HOSTS_PER_STATEMENT)
    await upsertHosts(db, rows.slice(at, at + HOSTS_PER_STATEMENT), plan)
}

type Plan = ReturnType<typeof firstPlan> & { logId: string; now: Date }

const OFFERED = sql.raw('offered')
const EXCLUDED = sql.raw('excluded')
type Offer = typeof OFFERED

async function upsertHosts(
  db: Db,
  rows: [host: string, revealedAt: Date][],
  { stage, attempts, dueAt, logId, now }: Plan,
): Promise<void> {
  const found = (by: Offer) => sql`(candidates.stage = 'resolve' and ${by}.stage = 'visit')`
  const startsOver = (by: Offer) =>
    sql`(candidates.due_at is null or (${by}.stage = 'visit' and candidates.outcome = any(${NO_STORE_OUTCOMES}::text[])))`
  const newCertificate = (by: Offer) => sql`(candidates.store_id is null and ${startsOver(by)}
    and ${by}.revealed_at > candidates.outcome_at + ${SAME_CERTIFICATE})`
  const changes = (by: Offer) =>
    sql`(${by}.revealed_at < candidates.revealed_at or ${found(by)} or ${newCertificate(by)})`
  const [isFoundNow, isNewCertificate] = [found(EXCLUDED), newCertificate(EXCLUDED)]
  // Ordered again, because an anti-join by hash keeps no order.
  await sql`
    with asynchronous as materialized (select set_config('synchronous_commit', 'off', true) as value)
    insert into candidates (host, stage, revealed_at, log_id, due_at, attempts, added_at, pointed_at)
    select host, stage, revealed_at, ${logId}, ${dueAt}, ${attempts}, ${now}::timestamptz,
      ${stage === 'visit' ? now : null}::timestamptz
    from (select host, revealed_at, ${stage}::text as stage
      from unnest(${rows.map(([host]) => host)}::text[], ${rows.map(([, at]) => at)}::timestamptz[]) as t (host, revealed_at)) as offered, asynchronous
    where not exists (select from candidates where candidates.host = offered.host and ${changes(OFFERED)} is not true)
    order by offered.host collate "C"
    on conflict (host) do update set
      revealed_at = case when ${isNewCertificate} then excluded.revealed_at else least(candidates.revealed_at, excluded.revealed_at) end,
      log_id = case when ${isNewCertificate} or excluded.revealed_at < candidates.revealed_at then excluded.log_id else candidates.log_id end,
      stage = case when ${isNewCertificate} or ${isFoundNow} then excluded.stage else candidates.stage end,
      attempts = case when ${isNewCertificate} then excluded.attempts when ${isFoundNow} then 0 else candidates.attempts end,
      outcome = case when ${isNewCertificate} or ${isFoundNow} then null else candidates.outcome end,
      claimed_until = case when ${isFoundNow} then null else candidates.claimed_until end,
      added_at = case when ${isNewCertificate} then excluded.added_at else candidates.added_at end,
      pointed_at = case when ${isNewCertificate} then excluded.pointed_at else coalesce(candidates.pointed_at, excluded.pointed_at) end,
      due_at = case when ${isNewCertificate} or ${isFoundNow} then excluded.due_at else candidates.due_at end
    where ${changes(EXCLUDED)}`.execute(db)
}

function firstPlan(answer: FirstAnswer, now: Date) {
  if (answer === 'pointing') return { stage: 'visit', attempts: 0, dueAt: now } as const
  const attempts = FIRST_STEP[answer]
  return { stage: 'resolve', attempts, dueAt: resolveAgainAt(attempts, now) } as const
}

/** Null after the last repetition. `attempts` = how many steps of the schedule are done. */
export function resolveAgainAt(attempts: number, now: Date): Date | null {
  const afterMs = RESOLVE_AGAIN_AFTER_MS[attempts]
  return afterMs === undefined ? null : new Date(now.getTime() + afterMs)
}

type ClaimOptions = { stage: 'resolve' | 'visit'; limit: number; now: Date; leaseMs: number }

/**
 * A quarter of the hosts to visit are repetitions, longest due first, so that a backlog never
 * starves them; the rest have no first visit, latest revealed first (a store that opens now is
 * worth more).
 */
export async function claimCandidates(db: Db, options: ClaimOptions): Promise<Candidate[]> {
  if (options.stage === 'resolve') return claimDue(db, 'resolve', options, options.limit)
  const again = await claimDue(db, 'again', options, Math.ceil(options.limit / 4))
  const fresh = await claimDue(db, 'fresh', options, options.limit - again.length)
  return [...again, ...fresh]
}

// Each is the predicate and the order of one partial index, with literals: the planner would not
// choose it with parameters.
const DUE = {
  fresh: sql`stage = 'visit' and outcome is null and due_at is not null order by revealed_at desc`,
  again: sql`stage = 'visit' and outcome is not null and due_at is not null order by due_at`,
  resolve: sql`stage = 'resolve' and due_at is not null order by due_at`,
}

async function claimDue(
  db: Db,
  kind: keyof typeof DUE,
  { now, leaseMs }: ClaimOptions,
  limit: number,
): Promise<Candidate[]> {
  if (limit <= 0) return []
  const { rows } = await sql<Candidate>`
    with due as (
      select host from candidates
      where due_at <= ${now} and (claimed_until is null or claimed_until < ${now}) and ${DUE[kind]}
      limit ${limit} for update skip locked)
    update candidates set claimed_until = ${new Date(now.getTime() + leaseMs)},
      asked_at = coalesce(asked_at, case when stage = 'visit' then ${now}::timestamptz end)
    from due where candidates.host = due.host
    returning candidates.host, stage, revealed_at, log_id, attempts`.execute(db)
  return rows
}

export async function extendClaims(db: Db, hosts: string[], until: Date): Promise<void> {
  if (hosts.length === 0) return
  // A locked host is being recorded, which ends its claim.
  await sql`
    with claimed as (
      select host from candidates where host = any(${hosts}::text[]) and claimed_until is not null for update skip locked)
    update candidates set claimed_until = ${until} from claimed where candidates.host = claimed.host`.execute(
    db,
  )
}

/** For the only worker of a database: every earlier claim belongs to a worker that has ended. */
export async function releaseAllClaims(db: Db): Promise<void> {
  await db
    .updateTable('candidates')
    .set({ claimed_until: null })
    .where('claimed_until', 'is not', null)
    .execute()
}

const FEW_FIRST_VISITS = 10

/** Then what can wait leaves them the database: it goes on, but slowly. */
export const areManyFirstVisitsWaiting = async (db: Db): Promise<boolean> =>
  (await countFirstVisits(db, FEW_FIRST_VISITS + 1)) > FEW_FIRST_VISITS

export async function countFirstVisits(db: Db, limit: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (
      select from candidates where stage = 'visit' and outcome is null and due_at is not null limit ${limit}) as waiting`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}
