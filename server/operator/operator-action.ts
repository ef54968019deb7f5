import type { AppContext } from '#server/platform/context.ts'
import { recordAuditEvent } from '#server/platform/audit-trail.ts'
import type { RequestContext } from '#server/platform/http/request-context.ts'
import { requireViewer } from '#server/platform/session/viewer.ts'

type OperatorAction = {
  action:
    | 'job.retried'
    | 'jobs.retried'
    | 'job.deleted'
    | 'plan.granted'
    | 'plan.ended'
    | 'sessions.ended'
    | 'account.locked'
    | 'account.unlocked'
    | 'account.erased'
    | 'message.answered'
    | 'message.closed'
    | 'mail.sent_now'
    | 'mail.deleted'
    | 'payment_event.applied'
    | 'domain.opted_out'
    | 'feature.switched'
  /** The id or the name of what was changed, or a domain; never an address. */
  target: string
  before?: unknown
  after?: unknown
}

/** Call it inside the transaction of the change. */
export const recordOperatorAction = (
  ctx: Pick<AppContext, 'db' | 'now'> & Pick<RequestContext, 'viewer' | 'network'>,
  detail: OperatorAction,
): Promise<void> =>
  recordAuditEvent(ctx, {
    kind: 'operator.action',
    userId: requireViewer(ctx).userId,
    network: ctx.network,
    detail,
  })
