import type pg from 'pg'
import { fromKysely, type JobWithMetadata, PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import type { RoleName } from '#server/platform/config.ts'
import type { AppContext } from '#server/platform/context.ts'
import type { Listen } from '#server/platform/db/notices.ts'
import {
  currentOrigin,
  type Origin,
  readOrigin,
  runFrom,
  traced,
} from '#server/platform/tracing/tracing.ts'
import { DEAD_LETTER_QUEUE, ensureQueues } from './queues.ts'
import type { RegisteredJob } from './job-definition.ts'
import type { Jobs } from './job-queue.ts'

export type JobRunner<Context = AppContext> = Jobs & {
  startWorkers: (ctx: Context) => Promise<void>
  /** They fire in processes of the role `cron`. */
  startSchedules: () => Promise<void>
  /**
   * Running jobs get a moment to finish, then their signal; jobs that still run afterwards return
   * to their queue.
   */
  stop: () => Promise<void>
}

type JobsOptions<Context = AppContext> = {
  pool: pg.Pool
  /** Without it a worker finds new jobs by looking every `pollSeconds`. */
  listen?: Listen
  log: Logger
  roles: RoleName[]
  registry: RegisteredJob<Context>[]
  pollSeconds?: number
}

const FINISH_WITHIN_MS = 5_000
const STOP_WITHIN_MS = 9_000
const POLL_SECONDS = 2
/**
 * A notice starts a new job at once; only repetitions and planned jobs, and those of a lost notice,
 * wait for the next look. Looking every two seconds made twelve statements a second.
 */
const LOOK_EVERY_SECONDS = 15
/** With the heartbeat of 30 s a killed worker's job runs again after 45 s at most. */
const SUPERVISE_SECONDS = 15

export async function createJobs<Context = AppContext>(
  options: JobsOptions<Context>,
): Promise<JobRunner<Context>> {
  const { log, registry, pollSeconds = POLL_SECONDS } = options
  const boss = createBoss(options)
  const stopping = new AbortController()
  await boss.start()
  await ensureQueues(boss, registry)

  return {
    async enqueue(db, job, payload, { startAfter } = {}) {
      const data = withOrigin(job.payload.parse(payload) as object)
      const id = await boss.send(job.name, data, {
        db: fromKysely(db),
        ...(job.key && { singletonKey: job.key(payload) }),
        ...(startAfter && { startAfter }),
      })
      return id !== null
    },
    redrive: (db, which) =>
      boss.redrive(DEAD_LETTER_QUEUE, {
        db: fromKysely(db),
        ...('id' in which ? { ids: [which.id] } : { sourceName: which.job }),
      }),
    async startWorkers(ctx) {
      for (const job of registry) {
        const settings = {
          includeMetadata: true,
          pollingIntervalSeconds: pollSeconds,
          notifyPollingIntervalSeconds: Math.max(pollSeconds, LOOK_EVERY_SECONDS),
        } as const
        await boss.work(job.name, settings, async (attempts: JobWithMetadata[]) => {
          for (const attempt of attempts)
            await fromOrigin(attempt, () =>
              runJob(job, ctx, { attempt, log, stopping: stopping.signal }),
            )
        })
      }
    },
    async startSchedules() {
      const crons = new Map(
        registry.flatMap((job) => (job.cron ? [[job.name, job.cron] as const] : [])),
      )
      for (const { name } of await boss.getSchedules())
        if (!crons.has(name)) await boss.unschedule(name)
      for (const [name, cron] of crons) await boss.schedule(name, cron, {}, { tz: 'UTC' })
    },
    async stop() {
      const hurry = setTimeout(() => stopping.abort(), FINISH_WITHIN_MS)
      await boss.stop({ graceful: true, close: false, timeout: STOP_WITHIN_MS })
      clearTimeout(hurry)
    },
  }
}

async function runJob<Context>(
  job: RegisteredJob<Context>,
  ctx: Context,
  { attempt, log, stopping }: { attempt: JobWithMetadata; log: Logger; stopping: AbortSignal },
): Promise<void> {
  const about = { job: job.name, jobId: attempt.id, attempt: attempt.retryCount + 1 }
  try {
    const signal = AbortSignal.any([attempt.signal, stopping])
    await job.parseAndRun(ctx, splitOrigin(attempt).payload, signal)
    log.debug({ event: 'job.done', ...about }, 'job done')
  } catch (error) {
    if (attempt.retryCount < attempt.retryLimit)
      log.warn({ event: 'job.failed', err: error, ...about }, 'job failed')
    else log.error({ event: 'job.dead', err: error, ...about }, 'job failed at its last try')
    throw error
  }
}

function createBoss({ pool, listen, log, roles }: Omit<JobsOptions, 'registry'>): PgBoss {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values), ...(listen && { listen }) },
    useListenNotify: listen !== undefined && roles.includes('worker'),
    schema: 'pgboss',
    supervise: roles.includes('worker'),
    schedule: roles.includes('cron'),
    superviseIntervalSeconds: SUPERVISE_SECONDS,
    monitorIntervalSeconds: SUPERVISE_SECONDS,
  })
  boss.on('error', (error) =>
    log.warn({ event: 'jobs.problem', err: error }, 'the job queue had a problem'),
  )
  boss.on('warning', (warning) =>
    log.warn({ event: 'jobs.warning', warning }, 'the job queue warns'),
  )
  return boss
}

/** Beside the fields of the payload. */
const ORIGIN = '_origin'

function withOrigin(payload: object): object {
  const origin = currentOrigin()
  return origin ? { ...payload, [ORIGIN]: origin } : payload
}

function splitOrigin({ data }: JobWithMetadata<unknown>): { payload: unknown; origin: Origin } {
  if (typeof data !== 'object' || data === null || !(ORIGIN in data))
    return { payload: data, origin: {} }
  const { [ORIGIN]: origin, ...payload } = data
  return { payload, origin: readOrigin(origin) }
}

/** Runs the work under the request that queued the job, even in another process. */
function fromOrigin(attempt: JobWithMetadata, work: () => Promise<void>): Promise<void> {
  const { origin } = splitOrigin(attempt)
  const options = { kind: 'consumer', parent: origin.traceparent } as const
  return runFrom(origin, () => traced(`job ${attempt.name}`, options, work))
}
