import { sql } from 'kysely'
import { addDays, dayOf, dayStart, MINUTE_MS } from '#contracts/dates.ts'
import type { OperatorLog, SystemState } from '#contracts/operator/system.ts'
import { readBudgetReport } from '#server/discovery/api.ts'
import { type Figures, readAlarms, readDays, readFigures } from '#server/operations/api.ts'
import type { AppContext } from '#server/platform/context.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { readQueueFigures } from '#server/platform/jobs/queues.ts'

type Ctx = Pick<AppContext, 'db' | 'now' | 'config'>

export async function getSystemState(ctx: Ctx): Promise<SystemState> {
  const { db, now } = ctx
  // The figures of the metrics, so that the console and the alert rules cannot differ.
  const figures = await readFigures(ctx, [])
  const [freshness, jobQueues, visits, requests, backups, waiting, alarms, business] =
    await Promise.all([
      readLag(ctx),
      readQueueFigures(db),
      readCounts(ctx, 'visits'),
      readCounts(ctx, 'requests'),
      readBackups(ctx, figures.backups),
      readWaiting(db),
      readAlarms(ctx, figures),
      readBusiness(ctx),
    ])
  return {
    measuredAt: now().toISOString(),
    alarms,
    freshness,
    logs: presentLogs(figures.logs),
    queues: (['firstVisit', 'recheck', 'resolve', 'catalogueWalk'] as const).map((name) => ({
      name,
      ...figures.queues[name],
    })),
    jobQueues,
    budget: await readBudget(ctx, requests),
    backups,
    visits,
    requests,
    deadJobs: figures.deadJobs,
    business,
    ...waiting,
  }
}

async function readBudget(
  ctx: Ctx,
  requests: SystemState['requests'],
): Promise<SystemState['budget']> {
  const [report, held] = await Promise.all([readBudgetReport(ctx), readCounts(ctx, 'held')])
  if (!report) return null
  const { at, ...budget } = report
  return {
    ...budget,
    // A refused request was never sent.
    requestsLastHour: requests
      .filter(({ outcome }) => !outcome.startsWith('refused_'))
      .reduce((sum, { lastHour }) => sum + lastHour, 0),
    heldSecondsLastHour: Math.round(
      (held.find(({ outcome }) => outcome === 'visit')?.lastHour ?? 0) / 1_000,
    ),
    reportedAt: at.toISOString(),
  }
}

async function readBackups(
  { db, config }: Ctx,
  times: Figures['backups'],
): Promise<SystemState['backups']> {
  const last = await db
    .selectFrom('backup_runs')
    .select(['started_at', 'bytes', 'problem'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return {
    isScheduledHere: config.BACKUP_TO !== undefined,
    last: last
      ? { startedAt: last.started_at.toISOString(), bytes: last.bytes, problem: last.problem }
      : null,
    writtenAt: times?.writtenAt?.toISOString() ?? null,
    verifiedAt: times?.verifiedAt?.toISOString() ?? null,
  }
}

const TROUBLE_FIRST = { quarantined: 0, active: 1, ended: 2 } as const

const presentLogs = (logs: Figures['logs']): OperatorLog[] =>
  logs
    .map(
      ({ forOperators: more, description, operator, state, problem, entriesBehind, ...log }) => ({
        description,
        operator,
        state,
        problem,
        quarantinedSince: log.quarantinedSince,
        retryAt: more.retryAt?.toISOString() ?? null,
        entriesBehind: state === 'ended' ? 0 : entriesBehind,
        unreadableEntries: more.unreadableEntries,
        lastAnswerAt: more.lastAnswerAt?.toISOString() ?? null,
        isFirstCatchUpDone: log.liveSince !== null,
      }),
    )
    .toSorted(
      (a, b) =>
        TROUBLE_FIRST[a.state] - TROUBLE_FIRST[b.state] || b.entriesBehind - a.entriesBehind,
    )

/** Today's, or yesterday's while there is nothing yet. */
async function readLag(ctx: Ctx): Promise<SystemState['freshness']> {
  const days = await readDays(ctx, 2)
  const { stores = 0, p95Seconds = null } = days.find(({ live }) => live.stores > 0)?.live ?? {}
  return { stores, p95Seconds }
}

type WaitingRow = {
  mails: number
  retrying: number
  oldest_mail: Date | null
  deliveries: number
  repeated: number
  oldest_delivery: Date | null
  events: number
  oldest_event: Date | null
  bytes: number
}

async function readWaiting(
  db: Db,
): Promise<Pick<SystemState, 'mails' | 'deliveries' | 'billingEvents' | 'databaseBytes'>> {
  const { rows } = await sql<WaitingRow>`
    select mail.*, delivery.*, event.*, pg_database_size(current_database()) as bytes from
    (select count(*) as mails, count(*) filter (where tries > 0) as retrying, min(created_at) as oldest_mail from outgoing_mails) as mail,
    (select count(*) as deliveries, count(*) filter (where tries > 0) as repeated, min(created_at) as oldest_delivery from webhook_deliveries) as delivery,
    (select count(*) as events, min(received_at) as oldest_event from billing_events where processed_at is null) as event`.execute(
    db,
  )
  const [row] = rows
  if (!row) throw new Error('the database returned no figures')
  return {
    mails: {
      waiting: row.mails,
      retrying: row.retrying,
      oldestAt: row.oldest_mail?.toISOString() ?? null,
    },
    deliveries: {
      waiting: row.deliveries,
      retrying: row.repeated,
      oldestAt: row.oldest_delivery?.toISOString() ?? null,
    },
    billingEvents: { waiting: row.events, oldestAt: row.oldest_event?.toISOString() ?? null },
    databaseBytes: row.bytes,
  }
}

type Counted = SystemState['visits'][number]

/** By outcome: of the last hour and day, and since the installation began. */
async function readCounts(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  name: 'visits' | 'requests' | 'held',
): Promise<Counted[]> {
  const at = now().getTime()
  const [hour, day] = [new Date(at - 60 * MINUTE_MS), new Date(at - 24 * 60 * MINUTE_MS)]
  const { rows } = await sql<Counted>`
    select label as outcome, total, coalesce("lastHour", 0) as "lastHour", coalesce("lastDay", 0) as "lastDay"
    from tallies left join (
      select label, sum(total)::bigint as "lastDay",
        coalesce(sum(total) filter (where slot > ${hour}), 0)::bigint as "lastHour"
      from tally_slots where name = ${name} and slot > ${day} group by label) as recent using (label)
    where name = ${name} order by "lastDay" desc, total desc, label collate "C"`.execute(db)
  return rows
}

type Business = SystemState['business']
type Amounts = Business['revenuePerMonth']

const DAYS = 28

/** Sign-ups, customers and their payments, over the last 28 days including today (UTC). */
async function readBusiness({ db, now }: Pick<AppContext, 'db' | 'now'>): Promise<Business> {
  const today = dayOf(now())
  const since = dayStart(addDays(today, 1 - DAYS))
  const [users, subscriptions, revenuePerMonth, failed] = await Promise.all([
    sql<Pick<Business, 'signUpsToday' | 'signUps' | 'confirmed'>>`
      select count(*) filter (where created_at >= ${dayStart(today)}) as "signUpsToday", count(*) as "signUps",
        count(email_verified_at) as confirmed from users where created_at >= ${since}`.execute(db),
    sql<{ PRO: number; PLUS: number; ended: number }>`
      select count(*) filter (where plan = 'pro' and ${RUNS}) as "PRO", count(*) filter (where plan = 'plus' and ${RUNS}) as "PLUS",
        count(*) filter (where status = 'ended' and period_ends_at between ${since} and ${now()}) as ended
      from billing_subscriptions`.execute(db),
    sql<Amounts[number]>`
      select currency, round(sum(case billing_cycle when 'yearly' then amount_minor / 12.0 else amount_minor end))::bigint as "amountMinor"
      from billing_subscriptions where ${RUNS} group by currency order by 2 desc, 1`.execute(db),
    sql<Amounts[number] & { count: number }>`
      select currency, sum(amount_minor) as "amountMinor", count(*) as count
      from billing_invoices where status = 'open' and failed_attempts > 0 group by currency order by 2 desc, 1`.execute(
      db,
    ),
  ])
  const [{ PRO, PLUS, ended } = { PRO: 0, PLUS: 0, ended: 0 }] = subscriptions.rows
  const [signUps = { signUpsToday: 0, signUps: 0, confirmed: 0 }] = users.rows
  return {
    ...signUps,
    paying: { PLUS, PRO },
    revenuePerMonth: revenuePerMonth.rows,
    failedPayments: {
      count: failed.rows.reduce((sum, { count }) => sum + count, 0),
      amounts: failed.rows.map(({ currency, amountMinor }) => ({ currency, amountMinor })),
    },
    ended,
  }
}

const RUNS = sql`(status in ('active', 'past_due') and not is_refused)`
