import type { verifyEmail as endpoint } from '#contracts/auth.ts'
import type { QueryOf, ResponseOf } from '#contracts/endpoint.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { isUniqueViolation } from '#server/db/is-unique-violation.ts'
import { AppError } from '#server/errors.ts'
import { recordAuditEvent } from '#server/features/audit/record-audit-event.ts'
import type { RequestContext } from '#server/route.ts'
import { type FoundToken, readToken, useToken } from './account-tokens.ts'
import { applyEmailChange } from './apply-email-change.ts'
import { emailKeyOf } from './email-key.ts'
import { endSignUpLinks } from './end-sign-up-links.ts'
import { type AccountState, lockAccount } from './account-state.ts'

type Answer = ResponseOf<typeof endpoint>

/**
 * Idempotent, since mail scanners open links before people do. The link acts for the account and the address that it was made for, no
 * matter who opens it.
 */
export async function verifyEmail(ctx: RequestContext, { token }: QueryOf<typeof endpoint>): Promise<Answer> {
  try {
    return await openLink(ctx, token)
  } catch (error) {
    // Another sign-up took the new address a moment before. The second try sees it and removes it.
    if (isUniqueViolation(error)) return openLink(ctx, token)
    throw error
  }
}

async function openLink(ctx: RequestContext, token: string): Promise<Answer> {
  return inTransaction(ctx, async (ctx) => {
    const reading = await readToken(ctx, token, ['sign_up', 'email_change'])
    if (reading.kind === 'invalid') throw new AppError('verification_link_invalid')
    const user = await lockAccount(ctx.db, reading.token.userId)
    if (!user || user.isBeingDeleted) throw new AppError('verification_link_invalid')
    if (hasTakenEffect(user, reading.token)) {
      if (reading.kind === 'open') await useToken(ctx.db, reading.token.tokenHash, ctx.now())
      return present(ctx, user, reading.token)
    }
    if (reading.kind === 'expired') throw new AppError('verification_link_expired')
    // The change was used and undone since: the link must not bring it back.
    if (reading.kind === 'used' || !(await useToken(ctx.db, reading.token.tokenHash, ctx.now())))
      throw new AppError('verification_link_invalid')
    if (reading.token.purpose === 'email_change') await applyEmailChange(ctx, user, reading.token.email)
    else await confirmSignUp(ctx, user, reading.token)
    return present(ctx, user, reading.token)
  })
}

const hasTakenEffect = (user: AccountState, { email }: FoundToken) =>
  user.isVerified && user.emailKey === emailKeyOf(email)

/** Applies the credentials of this link's own sign-up: a link never confirms another person's password. */
async function confirmSignUp(
  ctx: RequestContext,
  user: AccountState,
  { email, credentials }: FoundToken,
): Promise<void> {
  if (user.isVerified || user.emailKey !== emailKeyOf(email)) throw new AppError('verification_link_invalid')
  await ctx.db
    .updateTable('users')
    .set({
      email_verified_at: ctx.now(),
      ...(credentials && {
        password_hash: credentials.passwordHash,
        first_name: credentials.firstName,
        last_name: credentials.lastName,
      }),
    })
    .where('id', '=', user.id)
    .execute()
  await endSignUpLinks(ctx, user.id)
  await recordAuditEvent(ctx, { kind: 'account.verified', userId: user.id, network: ctx.network })
}

const present = (ctx: RequestContext, user: AccountState, { purpose }: FoundToken): Answer =>
  purpose === 'email_change'
    ? { message: ctx.say('done_email_changed'), purpose, pendingDates: null }
    : { message: ctx.say('done_email_verified'), purpose: 'sign_up', pendingDates: user.pendingDates }
