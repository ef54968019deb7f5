import type * as z from 'zod'
import type { AppContext, Db } from '#server/context.ts'

/** A job: its handler may run twice on the same payload without harm. */
export type Job<Payload> = {
  name: string
  payload: z.ZodType<Payload>
  /** Jobs with the same key collapse into one while the first is waiting. */
  key?: (payload: Payload) => string
  /** Attempts before the job goes to the dead-letter queue; back-off with jitter between them. */
  maxAttempts: number
  /** The delay before the second attempt; it doubles with each further one. */
  retryDelaySeconds?: number
  /** Runs on this cron schedule (UTC), with an empty payload. */
  cron?: string
  run: (ctx: AppContext, payload: Payload, signal: AbortSignal) => Promise<void>
}

/** The parts needed to enqueue a job; its handler may be defined elsewhere. */
export type JobQueue<Payload> = Pick<Job<Payload>, 'name' | 'payload' | 'key'>

export type Jobs = {
  /** Inside a transaction pass its `db`: the job exists only if the transaction commits. */
  enqueue: <Payload>(
    db: Db,
    job: JobQueue<Payload>,
    payload: Payload,
    options?: { startAfter?: Date },
  ) => Promise<void>
}

export const defineJob = <Payload>(job: Job<Payload>): Job<Payload> => job

/** A job that hides the type of its payload, so that jobs of all kinds fit in one list. */
export type RegisteredJob = Pick<Job<never>, 'name' | 'maxAttempts' | 'retryDelaySeconds' | 'cron'> & {
  isKeyed: boolean
  parseAndRun: (ctx: AppContext, payload: unknown, signal: AbortSignal) => Promise<void>
}

export const registerJob = <Payload>(job: Job<Payload>): RegisteredJob => ({
  name: job.name,
  maxAttempts: job.maxAttempts,
  ...(job.retryDelaySeconds !== undefined && { retryDelaySeconds: job.retryDelaySeconds }),
  ...(job.cron !== undefined && { cron: job.cron }),
  isKeyed: job.key !== undefined,
  parseAndRun: async (ctx, payload, signal) => job.run(ctx, job.payload.parse(payload), signal),
})
