import * as z from 'zod/mini'
import { byId, endpoint } from '#contracts/endpoint.ts'
import { Queue } from '#contracts/operations/freshness.ts'
import { UserId } from '#contracts/ids.ts'
import { pageFields, pageOf } from '#contracts/paging.ts'

/** Our service level: new stores are visible within this time, in 95 of 100 cases. */
export const FRESH_WITHIN_SECONDS = 60

const OperatorLog = z.object({
  description: z.string(),
  operator: z.string(),
  state: z.enum(['active', 'quarantined', 'ended']),
  problem: z.nullable(z.string()),
  quarantinedSince: z.nullable(z.iso.datetime()),
  /** When a quarantined log is tried again. */
  retryAt: z.nullable(z.iso.datetime()),
  entriesBehind: z.int(),
  unreadableEntries: z.int(),
  lastAnswerAt: z.nullable(z.iso.datetime()),
  isFirstCatchUpDone: z.boolean(),
})
export type OperatorLog = z.infer<typeof OperatorLog>

/** `total`: since the installation began. The windows begin on a full five minutes. */
const Counted = z.object({
  outcome: z.string(),
  lastHour: z.int(),
  lastDay: z.int(),
  total: z.int(),
})

const JobQueue = z.object({
  name: z.string(),
  /** Due and not taken by a worker. */
  waiting: z.int(),
  oldestSeconds: z.nullable(z.number()),
  running: z.int(),
  /** Failed on every attempt. */
  dead: z.int(),
})
export type JobQueue = z.infer<typeof JobQueue>

const Backups = z.object({
  /**
   * Whether `BACKUP_TO` is set in the process that answers; the worker may be configured otherwise.
   */
  isScheduledHere: z.boolean(),
  /** Null if none was ever begun. */
  last: z.nullable(
    z.object({
      startedAt: z.iso.datetime(),
      bytes: z.nullable(z.int()),
      /** Why the latest one failed, in English; null while it runs and when it succeeded. */
      problem: z.nullable(z.string()),
    }),
  ),
  writtenAt: z.nullable(z.iso.datetime()),
  /** When one was last restored into a scratch database and found equal. */
  verifiedAt: z.nullable(z.iso.datetime()),
})

/** The limit on all requests to shops, as the process that visits last reported it. */
const Budget = z.object({
  requestsPerSecond: z.number(),
  hostGapMs: z.number(),
  /** Fraction of the rate in use, 0 to 1: less after many shops throttled at once. */
  share: z.number(),
  /** Sites that asked for a pause which is not over. */
  restingSites: z.int(),
  /** Sent to shops within the last hour. */
  requestsLastHour: z.int(),
  /** For how long visits gave way to pages within the last hour. */
  heldSecondsLastHour: z.int(),
  reportedAt: z.iso.datetime(),
})

/** Alarms about figures of the database; those of `deploy/alerts` need the history that Prometheus has. */
export const AlarmName = z.enum([
  'StoresLate',
  'LogQuarantined',
  'LogSilent',
  'LogBehind',
  'FirstVisitsWait',
  'QueueOld',
  'VisitsFail',
  'VisitsRefusedByBudget',
  'ShopsThrottle',
  'AccuracyLow',
  'SearchBehind',
  'JobsDead',
  'JobsWait',
  'MailsWait',
  'DeliveriesWait',
  'WebhooksLate',
  'BackupMissing',
  'BackupOld',
  'BackupNotVerified',
])
export type AlarmName = z.infer<typeof AlarmName>

const Alarm = z.object({
  name: AlarmName,
  severity: z.enum(['page', 'ticket']),
  /** The log or queue that it is about. */
  item: z.nullable(z.string()),
  unit: z.enum(['seconds', 'count', 'share']),
  /** Null where there is nothing to measure, such as a backup that was never made. */
  value: z.nullable(z.number()),
  limit: z.number(),
  /** Its chapter of the operating manual. */
  runbook: z.string(),
})
export type Alarm = z.infer<typeof Alarm>

const Amount = z.object({ currency: z.string(), amountMinor: z.int() })

/** `retrying`: how many of the waiting ones were already tried. */
const Waiting = z.object({
  waiting: z.int(),
  retrying: z.int(),
  oldestAt: z.nullable(z.iso.datetime()),
})

const Business = z.object({
  signUpsToday: z.int(),
  /** Of the last 28 days, and how many of them confirmed their address. */
  signUps: z.int(),
  confirmed: z.int(),
  /** Subscriptions that run, with those whose last payment failed. */
  paying: z.object({ PLUS: z.int(), PRO: z.int() }),
  /** By currency, the largest first; a yearly plan counts with a twelfth. */
  revenuePerMonth: z.array(Amount),
  /** Open invoices with a failed attempt. */
  failedPayments: z.object({ count: z.int(), amounts: z.array(Amount) }),
  /** Subscriptions whose last period ended within 28 days. */
  ended: z.int(),
})

export const SystemState = z.object({
  measuredAt: z.iso.datetime(),
  /**
   * Figures beyond the limit of an alert rule now, pages first. Most rules fire only when that
   * lasts for some minutes.
   */
  alarms: z.array(Alarm),
  /** Covers the stores found live today, or yesterday's while today has none. */
  freshness: z.object({ stores: z.int(), p95Seconds: z.nullable(z.number()) }),
  /** Those in trouble first. */
  logs: z.array(OperatorLog),
  queues: z.array(
    z.object({
      name: z.enum(['firstVisit', 'recheck', 'resolve', 'catalogueWalk']),
      ...Queue.shape,
    }),
  ),
  /** Those in trouble first, then those with the most work. */
  jobQueues: z.array(JobQueue),
  /** Null before the first report. */
  budget: z.nullable(Budget),
  backups: Backups,
  /** The most frequent of the last day first. */
  visits: z.array(Counted),
  requests: z.array(Counted),
  mails: Waiting,
  /** Messages to webhooks. */
  deliveries: Waiting,
  /** Events of the payment provider that are not applied yet. */
  billingEvents: z.object({ waiting: z.int(), oldestAt: z.nullable(z.iso.datetime()) }),
  deadJobs: z.int(),
  databaseBytes: z.int(),
  business: Business,
})
export type SystemState = z.infer<typeof SystemState>

export const getSystemState = endpoint({
  name: 'getSystemState',
  method: 'GET',
  path: '/api/operator/system',
  access: 'operator',
  summary:
    'How the installation is doing: alarms, freshness, logs, queues, visits, budget, backups, mails, messages to webhooks, payment events, jobs.',
  response: SystemState,
})

const DeadJob = z.object({
  id: z.uuid(),
  job: z.string(),
  /** What went wrong at its last attempt, without the values of a row. */
  error: z.nullable(z.string()),
  attempts: z.int(),
  /** The `x-request-id` of the request that started it, as in the log; null if no request did. */
  requestId: z.nullable(z.string()),
  diedAt: z.iso.datetime(),
})
export type DeadJob = z.infer<typeof DeadJob>

const JobName = z.string().check(z.minLength(1), z.maxLength(100))

export const listDeadJobs = endpoint({
  name: 'listDeadJobs',
  method: 'GET',
  path: '/api/operator/jobs',
  access: 'operator',
  summary: 'Background jobs that failed on every attempt, the latest first.',
  query: z.object({ ...pageFields, job: z.optional(JobName) }),
  response: z.object({
    ...pageOf(DeadJob).shape,
    /** All of them by job, whatever the query asks for. */
    jobs: z.array(z.object({ job: z.string(), count: z.int() })),
  }),
})

const JobDone = z.object({ done: z.literal(true) })

export const retryDeadJob = endpoint({
  name: 'retryDeadJob',
  method: 'POST',
  path: '/api/operator/jobs/:id/retry',
  access: 'operator',
  summary: 'Put a job that failed on every attempt back into its queue.',
  params: byId,
  response: JobDone,
})

export const retryDeadJobs = endpoint({
  name: 'retryDeadJobs',
  method: 'POST',
  path: '/api/operator/jobs/retry',
  access: 'operator',
  summary: 'Put all failed jobs of one name back into their queue, at most 1,000 at a time.',
  body: z.object({ job: JobName }),
  response: z.object({ retried: z.int(), left: z.int() }),
})

export const deleteDeadJob = endpoint({
  name: 'deleteDeadJob',
  method: 'DELETE',
  path: '/api/operator/jobs/:id',
  access: 'operator',
  summary: 'Give up a job that failed on every attempt.',
  params: byId,
  response: JobDone,
})

const AuditEntry = z.object({
  id: z.uuid(),
  at: z.iso.datetime(),
  kind: z.string(),
  userId: z.nullable(UserId),
  network: z.nullable(z.string()),
  /** How often it happened within the hour. */
  times: z.int(),
  /** JSON. */
  detail: z.string(),
})
export type AuditEntry = z.infer<typeof AuditEntry>

export const listAuditEvents = endpoint({
  name: 'listAuditEvents',
  method: 'GET',
  path: '/api/operator/audit',
  access: 'operator',
  summary: 'The security log, the latest first.',
  query: z.object({
    ...pageFields,
    /** The beginning of a kind, such as `operator.` or `signin.failed`. */
    kind: z.optional(z.string().check(z.regex(/^[a-z_.]{1,40}$/))),
    userId: z.optional(UserId),
  }),
  response: pageOf(AuditEntry),
})
