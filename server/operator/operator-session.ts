import type {
  OperatorSession,
  openOperatorSession as openEndpoint,
} from '#contracts/operator/session.ts'
import type { BodyOf } from '#contracts/endpoint.ts'
import { limits } from '#server/operator/limits.ts'
import { recordAuditEvent } from '#server/platform/audit-trail.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { AppError, operatorRequired } from '#server/platform/errors.ts'
import type { RequestContext } from '#server/platform/http/request-context.ts'
import { acceptCode } from '#server/platform/second-factor.ts'
import { setOperatorUntil } from '#server/platform/session/sessions.ts'
import { requireSession, requireViewer } from '#server/platform/session/viewer.ts'

const OPEN_FOR_MS = 60 * 60_000

export async function getOperatorSession(ctx: RequestContext): Promise<OperatorSession> {
  const { userId, operatorUntil } = requireViewer(ctx)
  const operator = await ctx.db
    .selectFrom('operators')
    .select('user_id')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  const isOpen = operatorUntil !== null && operatorUntil > ctx.now()
  return { isOperator: operator !== undefined, until: isOpen ? operatorUntil.toISOString() : null }
}

/** @throws AppError `operator_required`, `wrong_code`, `rate_limited` */
export async function openOperatorSession(
  ctx: RequestContext,
  { code }: BodyOf<typeof openEndpoint>,
): Promise<OperatorSession> {
  const { userId, sessionId } = requireSession(ctx)
  if (!(await getOperatorSession(ctx)).isOperator) throw operatorRequired()
  await ctx.limits.consume(limits.code, userId)
  const until = await inTransaction(ctx, async (ctx) => {
    const operator = await ctx.db
      .selectFrom('operators')
      .select(['user_id', 'totp_secret', 'totp_step'])
      .where('user_id', '=', userId)
      .forUpdate()
      .executeTakeFirst()
    const used = operator && acceptCode(ctx, operator, code)
    if (!used) return null
    await ctx.db.updateTable('operators').set(used).where('user_id', '=', userId).execute()
    const until = new Date(ctx.now().getTime() + OPEN_FOR_MS)
    await setOperatorUntil(ctx.db, { id: sessionId }, until)
    await recordAuditEvent(ctx, { kind: 'operator.opened', userId, network: ctx.network })
    return until
  })
  if (!until) {
    await recordAuditEvent(ctx, { kind: 'operator.wrong_code', userId, network: ctx.network })
    throw new AppError('wrong_code', { field: 'code' })
  }
  await ctx.limits.clear(limits.code, userId)
  return { isOperator: true, until: until.toISOString() }
}

export async function closeOperatorSession(ctx: RequestContext): Promise<OperatorSession> {
  const { userId, sessionId, operatorUntil } = requireSession(ctx)
  if (operatorUntil)
    await inTransaction(ctx, async (ctx) => {
      await setOperatorUntil(ctx.db, { id: sessionId }, null)
      await recordAuditEvent(ctx, { kind: 'operator.closed', userId, network: ctx.network })
    })
  return { ...(await getOperatorSession(ctx)), until: null }
}
