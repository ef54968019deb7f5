import { randomInt } from 'node:crypto'
import type { UserId } from '#contracts/ids.ts'
import { languageOrFallback } from '#i18n/languages.ts'
import { secondFactorMail } from '#server/accounts/account-mails.ts'
import type { TxContext } from '#server/accounts/context.ts'
import { hashPassword, verifyPassword } from '#server/accounts/password/password.ts'
import { limits } from '#server/accounts/limits.ts'
import { recordAuditEvent } from '#server/platform/audit-trail.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { AppError } from '#server/platform/errors.ts'
import type { RequestContext } from '#server/platform/http/request-context.ts'
import { queueMail } from '#server/platform/mail/mail.ts'
import { acceptCode } from '#server/platform/secrets/second-factor.ts'

export async function hasSecondFactor(db: Db, userId: UserId): Promise<boolean> {
  const row = await db
    .selectFrom('second_factors')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Runs the work once the code is right, in the transaction that uses it up. Wrong codes count for
 * the account, from any network: who guesses knows the password.
 * @throws AppError `wrong_code`, `rate_limited`
 */
export async function withCode<Result>(
  ctx: RequestContext,
  { userId, code, isNew = false }: { userId: UserId; code: string; isNew?: boolean },
  work: (ctx: TxContext) => Promise<Result>,
): Promise<Result> {
  await ctx.limits.consume(limits.secondFactor, userId)
  const outcome = await inTransaction(ctx, async (ctx) =>
    (await useCode(ctx, userId, code, isNew)) ? { result: await work(ctx) } : null,
  )
  if (!outcome) {
    const event = { kind: 'second_factor.wrong_code', userId, network: ctx.network } as const
    await recordAuditEvent(ctx, event)
    throw new AppError('wrong_code', { field: 'code' })
  }
  await ctx.limits.clear(limits.secondFactor, userId)
  return outcome.result
}

/** A recovery code counts only once the factor is confirmed. */
async function useCode(
  ctx: TxContext,
  userId: UserId,
  code: string,
  isNew: boolean,
): Promise<boolean> {
  const factor = await ctx.db
    .selectFrom('second_factors')
    .select(['user_id', 'totp_secret', 'totp_step', 'recovery_hashes'])
    .where('user_id', '=', userId)
    .where('confirmed_at', isNew ? 'is' : 'is not', null)
    .forUpdate()
    .executeTakeFirst()
  if (!factor) return false
  const byApp = acceptCode(ctx, factor, code)
  const left = byApp ? null : await withoutCode(factor.recovery_hashes, code)
  const used = byApp ?? (left && { recovery_hashes: left })
  if (!used) return false
  await ctx.db.updateTable('second_factors').set(used).where('user_id', '=', userId).execute()
  if (left) await reportRecovery(ctx, userId, left.length)
  return true
}

async function reportRecovery(ctx: TxContext, userId: UserId, left: number): Promise<void> {
  const detail = { left }
  await recordAuditEvent(ctx, {
    kind: 'second_factor.recovery_used',
    userId,
    network: ctx.network,
    detail,
  })
  await tellOwner(ctx, userId, 'recoveryUsed')
}

/** In the owner's language, not that of the request. */
export async function tellOwner(
  ctx: TxContext,
  userId: UserId,
  change: 'on' | 'off' | 'recoveryUsed',
): Promise<void> {
  const { email, first_name, language } = await ctx.db
    .selectFrom('users')
    .select(['email', 'first_name', 'language'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  await queueMail(ctx, secondFactorMail, {
    recipient: email,
    userId,
    language: languageOrFallback(language),
    params: { name: first_name, change },
  })
}

const RECOVERY_CODES = 8
/** Without letters and digits that look alike. 12 of them are 58 bits. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ3479'
const GROUPS = 3
const GROUP_LENGTH = 4

const newRecoveryCode = (): string =>
  Array.from({ length: GROUPS }, () =>
    Array.from({ length: GROUP_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join(''),
  ).join('-')

/** As a person may copy it: in small letters, with other signs between the groups, or none. */
const plainCode = (code: string): string => code.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')
const isRecoveryCode = (code: string) => plainCode(code).length === GROUPS * GROUP_LENGTH

/** Hashed like passwords, since they have fewer than 112 bits. */
export async function newRecoveryCodes(): Promise<{ codes: string[]; hashes: string[] }> {
  const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode)
  return { codes, hashes: await Promise.all(codes.map((code) => hashPassword(plainCode(code)))) }
}

/** The hashes that remain once this code is used; null when it matches none. */
async function withoutCode(hashes: readonly string[], code: string): Promise<string[] | null> {
  if (!isRecoveryCode(code)) return null
  const matches = await Promise.all(hashes.map((hash) => verifyPassword(hash, plainCode(code))))
  const at = matches.indexOf(true)
  return at < 0 ? null : hashes.filter((_, index) => index !== at)
}
