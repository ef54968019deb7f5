import { sql } from 'kysely'
import { addDays, dayOf, HOUR_MS, MINUTE_MS } from '#contracts/dates.ts'
import type { Alarm, AlarmName } from '#contracts/operator/system.ts'
import { LAG, selectLiveStores } from '#server/operations/freshness/freshness.ts'
import type { Figures } from '#server/operations/metrics/database-metrics.ts'
import type { AppContext } from '#server/platform/context.ts'

type Ctx = Pick<AppContext, 'db' | 'now'>

/** The console lists it, and `/metrics` exposes it as `storedawn_alarm`. */
export async function readAlarms(ctx: Ctx, figures: Figures): Promise<Alarm[]> {
  const [lagSeconds, visits, answers] = await Promise.all([
    readRecentLag(ctx),
    readRecentCounts(ctx, 'visits'),
    readRecentCounts(ctx, 'requests'),
  ])
  return findAlarms({ ...figures, now: ctx.now(), lagSeconds, visits, answers })
}

/** Older entries are read while a log catches up, and such stores do not count. */
const RECENT_DAYS = 2

/** Null without any. */
async function readRecentLag({ db, now }: Ctx): Promise<number | null> {
  const today = dayOf(now())
  const { seconds } = await selectLiveStores(db, {
    from: addDays(today, 1 - RECENT_DAYS),
    to: today,
  })
    .where('visible_at', '>', new Date(now().getTime() - HOUR_MS))
    .select(sql<number | null>`percentile_disc(0.95) within group (order by ${LAG})`.as('seconds'))
    .executeTakeFirstOrThrow()
  return seconds
}

const WINDOW_MS = 15 * MINUTE_MS

async function readRecentCounts({ db, now }: Ctx, name: 'visits' | 'requests'): Promise<Counts> {
  const rows = await db
    .selectFrom('tally_slots')
    .select((on) => ['label', on.fn.sum<number>('total').as('total')])
    .where('name', '=', name)
    .where('slot', '>', new Date(now().getTime() - WINDOW_MS))
    .groupBy('label')
    .execute()
  return new Map(rows.map(({ label, total }) => [label, Number(total)]))
}

type Rule = Pick<Alarm, 'severity' | 'unit' | 'limit' | 'runbook'>

const rule = (
  severity: Rule['severity'],
  unit: Rule['unit'],
  limit: number,
  runbook: string,
): Rule => ({
  severity,
  unit,
  limit,
  runbook: `docs/operating.md#${runbook}`,
})

/** The only place of these limits: `deploy/alerts` has one rule for all that are beyond. */
export const ALARM_RULES: Record<AlarmName, Rule> = {
  StoresLate: rule('page', 'seconds', 60, 'a-log-misbehaves'),
  LogQuarantined: rule('ticket', 'count', 0, 'a-log-misbehaves'),
  LogSilent: rule('ticket', 'seconds', 600, 'a-log-misbehaves'),
  LogBehind: rule('ticket', 'count', 100_000, 'a-log-misbehaves'),
  FirstVisitsWait: rule('page', 'seconds', 300, 'visits-fail'),
  QueueOld: rule('ticket', 'seconds', 21_600, 'visits-fail'),
  VisitsFail: rule('page', 'share', 0.3, 'visits-fail'),
  VisitsRefusedByBudget: rule('ticket', 'share', 0.2, 'visits-fail'),
  ShopsThrottle: rule('page', 'share', 0.05, 'visits-fail'),
  AccuracyLow: rule('ticket', 'share', 0.9, 'visits-fail'),
  SearchBehind: rule('page', 'seconds', 60, 'a-provider-is-down'),
  JobsDead: rule('ticket', 'count', 0, 'a-provider-is-down'),
  JobsWait: rule('page', 'seconds', 600, 'database-gone'),
  MailsWait: rule('page', 'seconds', 900, 'a-provider-is-down'),
  DeliveriesWait: rule('page', 'seconds', 900, 'a-provider-is-down'),
  WebhooksLate: rule('page', 'seconds', 900, 'a-provider-is-down'),
  BackupMissing: rule('ticket', 'seconds', 0, 'backup-and-restore'),
  BackupOld: rule('page', 'seconds', 93_600, 'backup-and-restore'),
  BackupNotVerified: rule('ticket', 'seconds', 691_200, 'backup-and-restore'),
}

/** Outcomes of visits that `VisitsFail` counts. */
const FAILED_OUTCOMES = [
  'timeout',
  'network',
  'server_error',
  'throttled',
  'refused_by_host',
  'challenge',
]
const THROTTLED_ANSWERS = ['429', '430']
/** A share of fewer says nothing. */
export const MIN_VISITS = 20
export const MIN_ANSWERS = 50

export type Counts = ReadonlyMap<string, number>

export type AlarmFigures = Figures & {
  now: Date
  /** P95 of the stores that became visible within the last hour. */
  lagSeconds: number | null
  /** By outcome and by answer, of the last quarter of an hour. */
  visits: Counts
  answers: Counts
}

/** Pages first. */
export function findAlarms(figures: AlarmFigures): Alarm[] {
  const found = [...alarmsOfLogs(figures), ...alarmsOfVisits(figures), ...alarmsOfWork(figures)]
  return found.toSorted((a, b) => Number(a.severity === 'ticket') - Number(b.severity === 'ticket'))
}

const alarm = (name: AlarmName, value: number | null, item: string | null = null): Alarm => ({
  name,
  item,
  value,
  ...ALARM_RULES[name],
})

const above = (name: AlarmName, value: number | null, item: string | null = null): Alarm[] =>
  value !== null && value > ALARM_RULES[name].limit ? [alarm(name, value, item)] : []

function alarmsOfLogs({ logs, lagSeconds }: AlarmFigures): Alarm[] {
  return [
    ...above('StoresLate', lagSeconds),
    ...logs.flatMap(({ description, state, secondsSinceStep, entriesBehind }) => [
      ...above('LogQuarantined', state === 'quarantined' ? 1 : 0, description),
      // A quarantined log is asked once an hour.
      ...(state === 'active' ? above('LogSilent', secondsSinceStep, description) : []),
      ...(state === 'ended' ? [] : above('LogBehind', entriesBehind, description)),
    ]),
  ]
}

function alarmsOfVisits({ queues, visits, answers, accuracyShare }: AlarmFigures): Alarm[] {
  const { firstVisit, ...others } = queues
  return [
    ...above('FirstVisitsWait', firstVisit.oldestSeconds),
    ...Object.entries(others).flatMap(([name, { oldestSeconds }]) =>
      above('QueueOld', oldestSeconds, name),
    ),
    ...above('VisitsFail', shareOf(visits, FAILED_OUTCOMES, MIN_VISITS)),
    ...above('VisitsRefusedByBudget', shareOf(visits, ['budget'], MIN_VISITS)),
    ...above('ShopsThrottle', shareOf(answers, THROTTLED_ANSWERS, MIN_ANSWERS)),
    ...(accuracyShare !== null && accuracyShare < ALARM_RULES.AccuracyLow.limit
      ? [alarm('AccuracyLow', accuracyShare)]
      : []),
  ]
}

/** Null while there are too few. */
function shareOf(counts: Counts, names: readonly string[], fewest: number): number | null {
  const all = [...counts.values()].reduce((sum, count) => sum + count, 0)
  const counted = names.reduce((sum, name) => sum + (counts.get(name) ?? 0), 0)
  return all > fewest ? counted / all : null
}

function alarmsOfWork({
  now,
  waiting,
  deadJobs,
  searchDelaySeconds,
  backups,
}: AlarmFigures): Alarm[] {
  const secondsSince = (time: Date | null) =>
    time ? (now.getTime() - time.getTime()) / 1_000 : Infinity
  const old = (name: 'BackupOld' | 'BackupNotVerified', time: Date | null): Alarm[] =>
    above(name, secondsSince(time)).map((each) => ({ ...each, value: time ? each.value : null }))
  return [
    ...above('SearchBehind', searchDelaySeconds),
    ...above('JobsDead', deadJobs),
    ...above('JobsWait', waiting.jobOldestSeconds),
    ...above('MailsWait', waiting.mails.oldestSeconds),
    ...above('DeliveriesWait', waiting.deliveries.oldestSeconds),
    ...above('WebhooksLate', waiting.webhooks.oldestSeconds),
    ...(backups === null
      ? [alarm('BackupMissing', null)]
      : [...old('BackupOld', backups.writtenAt), ...old('BackupNotVerified', backups.verifiedAt)]),
  ]
}
