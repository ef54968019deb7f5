import type * as api from '#contracts/operator/system.ts'
import type { BodyOf, QueryOf, ResponseOf } from '#contracts/endpoint.ts'
import { numberedPage } from '#contracts/paging.ts'
import { recordOperatorAction } from '#server/operator/operator-action.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { notFound } from '#server/platform/errors.ts'
import type { RequestContext } from '#server/platform/http/request-context.ts'
import {
  countDeadJobsByName,
  lockDeadJob,
  readDeadJobs,
  removeDeadJob,
} from '#server/platform/jobs/queues.ts'
import { redactTokens } from '#server/platform/redact-tokens.ts'

export async function listDeadJobs(
  { db }: RequestContext,
  { page, size, job }: QueryOf<typeof api.listDeadJobs>,
): Promise<ResponseOf<typeof api.listDeadJobs>> {
  const [jobs, rows] = await Promise.all([
    countDeadJobsByName(db),
    readDeadJobs(db, { offset: page * size, limit: size, job }),
  ])
  const matching = job === undefined ? jobs : jobs.filter((each) => each.job === job)
  const content = rows.map(({ died_at, request_id, error, ...row }) => ({
    ...row,
    error: error && redactTokens(error),
    requestId: request_id,
    diedAt: died_at.toISOString(),
  }))
  return { ...numberedPage(content, { page, size, total: sumOf(matching) }), jobs }
}

const countDead = async ({ db }: Pick<RequestContext, 'db'>, job: string): Promise<number> =>
  sumOf((await countDeadJobsByName(db)).filter((each) => each.job === job))

const sumOf = (jobs: readonly { count: number }[]): number =>
  jobs.reduce((total, { count }) => total + count, 0)

export const retryDeadJob = (ctx: RequestContext, id: string): Promise<{ done: true }> =>
  inTransaction(ctx, async (ctx) => {
    const job = await lockDeadJob(ctx.db, id)
    await ctx.jobs.redrive(ctx.db, { id })
    await recordOperatorAction(ctx, { action: 'job.retried', target: id, before: { job } })
    return { done: true }
  })

/** @throws AppError `not_found` if no dead job has this name */
export const retryDeadJobs = (
  ctx: RequestContext,
  { job }: BodyOf<typeof api.retryDeadJobs>,
): Promise<ResponseOf<typeof api.retryDeadJobs>> =>
  inTransaction(ctx, async (ctx) => {
    if ((await countDead(ctx, job)) === 0) throw notFound()
    const retried = await ctx.jobs.redrive(ctx.db, { job })
    const left = await countDead(ctx, job)
    await recordOperatorAction(ctx, {
      action: 'jobs.retried',
      target: job,
      after: { retried, left },
    })
    return { retried, left }
  })

export const deleteDeadJob = (ctx: RequestContext, id: string): Promise<{ done: true }> =>
  inTransaction(ctx, async (ctx) => {
    const job = await removeDeadJob(ctx.db, id)
    await recordOperatorAction(ctx, { action: 'job.deleted', target: id, before: { job } })
    return { done: true }
  })
