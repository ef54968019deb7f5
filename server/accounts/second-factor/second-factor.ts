import type * as api from '#contracts/accounts/second-factor.ts'
import type { BodyOf, ResponseOf } from '#contracts/endpoint.ts'
import type { AccountRequest } from '#server/accounts/context.ts'
import { confirmPassword, requireFresh } from '#server/accounts/sessions/reauthentication.ts'
import { recordAuditEvent } from '#server/platform/audit-trail.ts'
import type { AppContext } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { AppError, invalidRequest } from '#server/platform/errors.ts'
import { createSecret, resealFactors, sealSecret } from '#server/platform/secrets/second-factor.ts'
import { requireSession, requireViewer } from '#server/platform/session/viewer.ts'
import { newRecoveryCodes, tellOwner, withCode } from './use-code.ts'

export async function getSecondFactor(
  ctx: AccountRequest,
): Promise<ResponseOf<typeof api.getSecondFactor>> {
  const row = await ctx.db
    .selectFrom('second_factors')
    .select(['confirmed_at', 'recovery_hashes'])
    .where('user_id', '=', requireViewer(ctx).userId)
    .executeTakeFirst()
  return {
    onSince: row?.confirmed_at?.toISOString() ?? null,
    recoveryCodesLeft: row?.confirmed_at ? row.recovery_hashes.length : 0,
  }
}

/** A key that was never confirmed is replaced. @throws AppError `conflict` while one is in use */
export async function beginSecondFactor(
  ctx: AccountRequest,
): Promise<ResponseOf<typeof api.beginSecondFactor>> {
  const { userId, email } = requireSession(ctx)
  await requireFresh(ctx)
  const enrolment = createSecret(email)
  const factor = {
    totp_secret: sealSecret(ctx, enrolment.secret),
    totp_step: null,
    recovery_hashes: [],
    created_at: ctx.now(),
  }
  const { numInsertedOrUpdatedRows } = await ctx.db
    .insertInto('second_factors')
    .values({ user_id: userId, confirmed_at: null, ...factor })
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet(factor)
        .where('second_factors.confirmed_at', 'is', null),
    )
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows !== 1n) throw new AppError('conflict')
  return enrolment
}

/** From now on every sign-in asks for a code; sessions that were opened without one end. */
export async function confirmSecondFactor(
  ctx: AccountRequest,
  { code }: BodyOf<typeof api.confirmSecondFactor>,
): Promise<ResponseOf<typeof api.confirmSecondFactor>> {
  const { userId, sessionId } = requireSession(ctx)
  const { codes, hashes } = await newRecoveryCodes()
  await withCode(ctx, { userId, code, isNew: true }, async (ctx) => {
    await ctx.db
      .updateTable('second_factors')
      .set({ confirmed_at: ctx.now(), recovery_hashes: hashes })
      .where('user_id', '=', userId)
      .execute()
    await ctx.sessions.revokeAll(ctx.db, userId, { keep: sessionId })
    await tellOwner(ctx, userId, 'on')
    await recordAuditEvent(ctx, { kind: 'second_factor.on', userId, network: ctx.network })
  })
  return { message: ctx.say('done_second_factor_on'), recoveryCodes: codes }
}

export async function endSecondFactor(
  ctx: AccountRequest,
  { currentPassword: password, code }: BodyOf<typeof api.endSecondFactor>,
): Promise<ResponseOf<typeof api.endSecondFactor>> {
  const { userId, hasPassword } = requireSession(ctx)
  if (!hasPassword) await requireFresh(ctx)
  else if (password === undefined) throw invalidRequest('currentPassword')
  else await confirmPassword(ctx, { password, field: 'currentPassword' })
  await withCode(ctx, { userId, code }, async (ctx) => {
    await ctx.db.deleteFrom('second_factors').where('user_id', '=', userId).execute()
    await tellOwner(ctx, userId, 'off')
    await recordAuditEvent(ctx, { kind: 'second_factor.off', userId, network: ctx.network })
  })
  return { message: ctx.say('done_second_factor_off') }
}

/**
 * For a member who has lost app and recovery codes, once whoever runs the installation knows that
 * it is them. From the command line only, like the operators' own.
 * @returns false when the account has none
 */
export async function dropSecondFactor(
  ctx: Pick<AppContext, 'db' | 'now'>,
  emailKey: string,
): Promise<boolean> {
  return inTransaction(ctx, async (ctx) => {
    const dropped = await ctx.db
      .deleteFrom('second_factors')
      .using('users')
      .whereRef('users.id', '=', 'second_factors.user_id')
      .where('users.email_key', '=', emailKey)
      .returning('second_factors.user_id')
      .executeTakeFirst()
    if (!dropped) return false
    await recordAuditEvent(ctx, {
      kind: 'second_factor.off',
      userId: dropped.user_id,
      network: null,
      detail: { by: 'command line' },
    })
    return true
  })
}

export const resealMemberFactors = (
  ctx: Pick<AppContext, 'db' | 'keyring' | 'log'>,
): Promise<void> => resealFactors(ctx, 'second_factors')
