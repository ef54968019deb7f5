import type { BodyOf } from '#contracts/endpoint.ts'
import type {
  openOperatorSession as openEndpoint,
  OperatorSession,
} from '#contracts/operator/session.ts'
import { resealMemberFactors } from '#server/accounts/api.ts'
import { recordAuditEvent } from '#server/platform/audit-trail.ts'
import type { AppContext } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { AppError, operatorRequired } from '#server/platform/errors.ts'
import type { RequestContext } from '#server/platform/http/request-context.ts'
import { defineCron } from '#server/platform/jobs/job-definition.ts'
import { limit, MINUTE } from '#server/platform/limits.ts'
import {
  acceptCode,
  createSecret,
  resealFactors,
  sealSecret,
} from '#server/platform/secrets/second-factor.ts'
import { setOperatorUntil } from '#server/platform/session/sessions.ts'
import { requireSession, requireViewer } from '#server/platform/session/viewer.ts'
import { resealWebhookSecrets } from '#server/workspace/api.ts'

export const limits = {
  // Wrong codes.
  code: limit('operator-code', 'account', 5, 15 * MINUTE),
}

type Ctx = Pick<AppContext, 'db' | 'now' | 'keyring'>
type Enrolment = { secret: string; uri: string }

/**
 * Or gives an operator a new second factor; the old one stops working and open consoles close. From
 * the command line only: whoever takes over a mailbox must not enrol one.
 * @param secret only for a demonstration
 * @returns null without a confirmed account of this address
 */
export async function enrolOperator(
  ctx: Ctx,
  emailKey: string,
  secret?: string,
): Promise<Enrolment | null> {
  return inTransaction(ctx, async (ctx) => {
    const user = await ctx.db
      .selectFrom('users')
      .select(['id', 'email'])
      .where('email_key', '=', emailKey)
      .where('email_verified_at', 'is not', null)
      .where('deletion_requested_at', 'is', null)
      .executeTakeFirst()
    if (!user) return null
    const enrolment = createSecret(user.email, secret)
    const factor = { totp_secret: sealSecret(ctx, enrolment.secret), totp_step: null }
    await ctx.db
      .insertInto('operators')
      .values({ user_id: user.id, ...factor, created_at: ctx.now() })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(factor))
      .execute()
    await setOperatorUntil(ctx.db, { user_id: user.id }, null)
    await recordAuditEvent(ctx, { kind: 'operator.enrolled', userId: user.id, network: null })
    return enrolment
  })
}

/** @returns false when the account is no operator */
export async function removeOperator(ctx: Ctx, emailKey: string): Promise<boolean> {
  return inTransaction(ctx, async (ctx) => {
    const removed = await ctx.db
      .deleteFrom('operators')
      .using('users')
      .whereRef('users.id', '=', 'operators.user_id')
      .where('users.email_key', '=', emailKey)
      .returning('operators.user_id')
      .executeTakeFirst()
    if (!removed) return false
    await setOperatorUntil(ctx.db, { user_id: removed.user_id }, null)
    await recordAuditEvent(ctx, {
      kind: 'operator.removed',
      userId: removed.user_id,
      network: null,
    })
    return true
  })
}

export const listOperators = ({ db }: Pick<Ctx, 'db'>) =>
  db
    .selectFrom('operators')
    .innerJoin('users', 'users.id', 'operators.user_id')
    .select(['users.email', 'operators.created_at'])
    .orderBy('operators.created_at')
    .execute()

/** After a change of `APP_SECRET`: what is still sealed under an earlier one. */
export const resealSecrets = defineCron({
  name: 'reseal-secrets',
  maxAttempts: 3,
  cron: '52 4 * * *',
  async run(ctx) {
    await resealFactors(ctx, 'operators')
    await resealMemberFactors(ctx)
    await resealWebhookSecrets(ctx)
  },
})

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
