import * as z from 'zod'
import type { AppContext } from '#server/platform/context.ts'
import type { JobQueue } from './job-queue.ts'

/**
 * A job: its handler may run twice on the same payload without harm. `Context`: what the handler
 * uses of the process's context.
 */
type Job<Payload, Context = AppContext> = JobQueue<Payload> & {
  /** Attempts before the job goes to the dead-letter queue; back-off with jitter between them. */
  maxAttempts: number
  /** The delay before the second attempt; it doubles with each further one. */
  retryDelaySeconds?: number
  /** After this time a run counts as lost; 15 minutes unless set. */
  expireInSeconds?: number
  /** Runs on this cron schedule (UTC): see `defineCron`. */
  cron?: string
  run: (ctx: Context, payload: Payload, signal: AbortSignal) => Promise<void>
}

export const defineJob = <Payload, Context = AppContext>(
  job: Job<Payload, Context>,
): Job<Payload, Context> => job

type CronJob<Context> = Omit<Job<object, Context>, 'payload' | 'key' | 'run'> & {
  cron: string
  run: (ctx: Context, signal: AbortSignal) => Promise<void>
}

/** Without a payload. */
export const defineCron = <Context = AppContext>({
  run,
  ...job
}: CronJob<Context>): Job<object, Context> => ({
  ...job,
  payload: z.object({}),
  run: (ctx, _payload, signal) => run(ctx, signal),
})

/** It hides the type of its payload, so that jobs of all kinds fit in one list. */
export type RegisteredJob<Context = AppContext> = Pick<
  Job<never>,
  'name' | 'maxAttempts' | 'retryDelaySeconds' | 'expireInSeconds' | 'cron'
> & {
  isKeyed: boolean
  parseAndRun: (ctx: Context, payload: unknown, signal: AbortSignal) => Promise<void>
}

export const registerJob = <Payload, Context = AppContext>({
  payload: schema,
  key,
  run,
  ...settings
}: Job<Payload, Context>): RegisteredJob<Context> => ({
  ...settings,
  isKeyed: key !== undefined,
  parseAndRun: async (ctx, payload, signal) => run(ctx, schema.parse(payload), signal),
})
