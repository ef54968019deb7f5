import * as z from 'zod/mini'
import { endpoint } from '#contracts/endpoint.ts'
import { Queue } from '#contracts/freshness.ts'
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

const Counted = z.object({ outcome: z.string(), count: z.int() })

export const SystemState = z.object({
  measuredAt: z.iso.datetime(),
  /** Covers the stores found live today, or yesterday's while today has none. */
  freshness: z.object({ stores: z.int(), p95Seconds: z.nullable(z.number()) }),
  /** Those in trouble first. */
  logs: z.array(OperatorLog),
  queues: z.array(
    z.object({ name: z.enum(['firstVisit', 'recheck', 'resolve', 'catalogueWalk']), ...Queue.shape }),
  ),
  /** Since the installation began, the most frequent first. */
  visits: z.array(Counted),
  requests: z.array(Counted),
  /** `retrying`: how many of the waiting mails were already tried. */
  mails: z.object({ waiting: z.int(), retrying: z.int(), oldestAt: z.nullable(z.iso.datetime()) }),
  /** Events of the payment provider that are not applied yet. */
  billingEvents: z.object({ waiting: z.int(), oldestAt: z.nullable(z.iso.datetime()) }),
  deadJobs: z.int(),
  databaseBytes: z.int(),
})
export type SystemState = z.infer<typeof SystemState>

export const getSystemState = endpoint({
  name: 'getSystemState',
  method: 'GET',
  path: '/api/operator/system',
  access: 'operator',
  summary: 'How the installation is doing: freshness, logs, queues, visits, mails, payment events, jobs.',
  response: SystemState,
})

const DeadJob = z.object({
  id: z.uuid(),
  job: z.string(),
  /** What went wrong at its last attempt, without the values of a row. */
  error: z.nullable(z.string()),
  attempts: z.int(),
  /** The `x-request-id` of the request that started it, as in the log; null where none did. */
  requestId: z.nullable(z.string()),
  diedAt: z.iso.datetime(),
})
export type DeadJob = z.infer<typeof DeadJob>

export const listDeadJobs = endpoint({
  name: 'listDeadJobs',
  method: 'GET',
  path: '/api/operator/jobs',
  access: 'operator',
  summary: 'Background jobs that failed at every attempt, the latest first.',
  query: z.object(pageFields),
  response: pageOf(DeadJob),
})

const JobDone = z.object({ done: z.literal(true) })

export const retryDeadJob = endpoint({
  name: 'retryDeadJob',
  method: 'POST',
  path: '/api/operator/jobs/:id/retry',
  access: 'operator',
  summary: 'Put a job that failed at every attempt back into its queue.',
  params: z.object({ id: z.uuid() }),
  response: JobDone,
})

export const deleteDeadJob = endpoint({
  name: 'deleteDeadJob',
  method: 'DELETE',
  path: '/api/operator/jobs/:id',
  access: 'operator',
  summary: 'Give up a job that failed at every attempt.',
  params: z.object({ id: z.uuid() }),
  response: JobDone,
})

const AuditEntry = z.object({
  id: z.uuid(),
  at: z.iso.datetime(),
  kind: z.string(),
  userId: z.nullable(z.uuid()),
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
    userId: z.optional(z.uuid()),
  }),
  response: pageOf(AuditEntry),
})
