import type { listDeadJobs as endpoint } from '#contracts/operator/system.ts'
import type { QueryOf, ResponseOf } from '#contracts/endpoint.ts'
import { numberedPage } from '#contracts/paging.ts'
import { recordOperatorAction } from '#server/operator/operator-action.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import type { RequestContext } from '#server/platform/http/request-context.ts'
import { readDeadJobs, removeDeadJob, requeueDeadJob } from '#server/platform/jobs/dead-jobs.ts'
import { countDeadJobs } from '#server/platform/jobs/ensure-queues.ts'

export async function listDeadJobs(
  { db }: RequestContext,
  { page, size }: QueryOf<typeof endpoint>,
): Promise<ResponseOf<typeof endpoint>> {
  const [total, rows] = await Promise.all([
    countDeadJobs(db),
    readDeadJobs(db, { offset: page * size, limit: size }),
  ])
  return numberedPage(
    rows.map(({ died_at, request_id, ...row }) => ({
      ...row,
      requestId: request_id,
      diedAt: died_at.toISOString(),
    })),
    { page, size, total },
  )
}

export const retryDeadJob = (ctx: RequestContext, id: string): Promise<{ done: true }> =>
  inTransaction(ctx, async (ctx) => {
    const job = await requeueDeadJob(ctx, id)
    await recordOperatorAction(ctx, { action: 'job.retried', target: id, before: { job } })
    return { done: true }
  })

export const deleteDeadJob = (ctx: RequestContext, id: string): Promise<{ done: true }> =>
  inTransaction(ctx, async (ctx) => {
    const { job } = await removeDeadJob(ctx.db, id)
    await recordOperatorAction(ctx, { action: 'job.deleted', target: id, before: { job } })
    return { done: true }
  })
