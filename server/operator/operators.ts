import { resealMemberFactors } from '#server/accounts/api.ts'
import type { AppContext } from '#server/platform/context.ts'
import { recordAuditEvent } from '#server/platform/audit-trail.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { defineCron } from '#server/platform/jobs/job-definition.ts'
import { createSecret, resealFactors, sealSecret } from '#server/platform/second-factor.ts'
import { resealWebhookSecrets } from '#server/workspace/api.ts'
import { setOperatorUntil } from '#server/platform/session/sessions.ts'

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
