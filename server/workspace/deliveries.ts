import type { QueryOf, ResponseOf } from '#contracts/endpoint.ts'
import { numberedPage } from '#contracts/paging.ts'
import type { listDeliveries as endpoint } from '#contracts/workspace/deliveries.ts'
import type { RequestContext } from '#server/platform/http/request-context.ts'
import { requireViewer } from '#server/platform/session/viewer.ts'

export async function listDeliveries(
  ctx: RequestContext,
  { page, size, channel, failed }: QueryOf<typeof endpoint>,
): Promise<ResponseOf<typeof endpoint>> {
  const { userId } = requireViewer(ctx)
  const attempts = ctx.db
    .selectFrom('delivery_log')
    .where('user_id', '=', userId)
    .$if(channel !== undefined, (query) => query.where('channel', '=', channel ?? 'mail'))
    .$if(failed === 'yes', (query) => query.where('outcome', '<>', 'sent'))
  const [{ total }, rows] = await Promise.all([
    attempts.select((on) => on.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
    attempts
      .selectAll()
      .orderBy('at', 'desc')
      .orderBy('id')
      .limit(size)
      .offset(page * size)
      .execute(),
  ])
  const content = rows.map((row) => ({
    id: row.id,
    channel: row.channel,
    kind: row.subject_kind,
    subject: row.subject,
    target: row.target,
    messageId: row.message_id,
    at: row.at.toISOString(),
    outcome: row.outcome,
    status: row.status,
    reason: row.reason,
    nextAt: row.next_at?.toISOString() ?? null,
  }))
  return numberedPage(content, { page, size, total })
}
