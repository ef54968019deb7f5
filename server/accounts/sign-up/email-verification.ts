import type * as api from '#contracts/accounts/auth.ts'
import { DAY_MS } from '#contracts/dates.ts'
import type { BodyOf, QueryOf, ResponseOf } from '#contracts/endpoint.ts'
import { verifySignUpMail } from '#server/accounts/account-mails.ts'
import {
  type AccountState,
  readAccountForUpdate,
  readAddress,
} from '#server/accounts/account-state.ts'
import {
  consumeSignUpTokens,
  consumeToken,
  type FoundToken,
  readToken,
} from '#server/accounts/account-tokens.ts'
import type { TxContext } from '#server/accounts/context.ts'
import { limits } from '#server/accounts/limits.ts'
import { applyEmailChange } from '#server/accounts/profile/email-change.ts'
import { markOf, openAccountSession } from '#server/accounts/sessions/open-session.ts'
import { recordAuditEvent } from '#server/platform/audit-trail.ts'
import type { StoredCredentials } from '#server/platform/db/account-schema.ts'
import { isUniqueViolation } from '#server/platform/db/errors.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Cookies } from '#server/platform/http/cookies.ts'
import type { RequestContext } from '#server/platform/http/request-context.ts'
import { emailKeyOf, parseAddress } from '#server/platform/mail/email-address.ts'
import { queueMail } from '#server/platform/mail/mail.ts'

type Answer = ResponseOf<typeof api.verifyEmail>

/**
 * Idempotent, since mail scanners open links before people do. The link acts for the account and
 * the address that it was made for, no matter who opens it.
 */
export async function verifyEmail(
  ctx: RequestContext,
  cookies: Cookies,
  { token }: QueryOf<typeof api.verifyEmail>,
): Promise<Answer> {
  const apply = () => applyVerificationLink(ctx, cookies, token)
  const answer = await apply().catch((error: unknown) => {
    // Another sign-up took the new address a moment before. The second try sees it and removes it.
    if (isUniqueViolation(error)) return apply()
    throw error
  })
  if (answer.token !== null) unmarkBrowser(cookies)
  return answer
}

async function applyVerificationLink(
  ctx: RequestContext,
  cookies: Cookies,
  token: string,
): Promise<Answer> {
  return inTransaction(ctx, async (ctx) => {
    const reading = await readToken(ctx, token, ['sign_up', 'email_change'])
    if (reading.kind === 'invalid') throw new AppError('verification_link_invalid')
    const user = await readAccountForUpdate(ctx.db, reading.token.userId)
    if (!user || user.isBeingDeleted) throw new AppError('verification_link_invalid')
    if (hasTakenEffect(user, reading.token)) {
      if (reading.kind === 'open') await consumeToken(ctx.db, reading.token.tokenHash, ctx.now())
      return present(ctx, user, reading.token)
    }
    if (reading.kind === 'expired') throw new AppError('verification_link_expired')
    // The change was used and undone since: the link must not bring it back.
    if (
      reading.kind === 'used' ||
      !(await consumeToken(ctx.db, reading.token.tokenHash, ctx.now()))
    )
      throw new AppError('verification_link_invalid')
    if (reading.token.purpose === 'email_change') {
      await applyEmailChange(ctx, user, reading.token.email)
      return present(ctx, user, reading.token)
    }
    await confirmSignUp(ctx, user, reading.token)
    const session = await signInHere(ctx, cookies, user, reading.token)
    return present(ctx, user, reading.token, session)
  })
}

/**
 * Signs in the browser that made this sign-up, once: with the confirmation itself. The link alone
 * signs nobody in, because mails are forwarded, scanned and read over a shoulder.
 */
async function signInHere(
  ctx: TxContext,
  cookies: Cookies,
  { id: userId, isLocked }: AccountState,
  { credentials }: FoundToken,
): Promise<string | null> {
  if (isLocked || !isMarkedBrowser(cookies, credentials)) return null
  const opening = await openAccountSession(ctx, { userId, rememberMe: false, by: 'confirmation' })
  return opening.kind === 'opened' ? opening.token : null
}

const hasTakenEffect = (user: AccountState, { email }: FoundToken) =>
  user.isVerified && user.emailKey === emailKeyOf(email)

/**
 * Applies the credentials of this link's own sign-up: a link never confirms another person's
 * password. While the address is contested it confirms none, because its owner cannot tell whose
 * link it is.
 */
async function confirmSignUp(
  ctx: RequestContext,
  user: AccountState,
  { email, credentials }: FoundToken,
): Promise<void> {
  if (user.waitingHash === null || user.emailKey !== emailKeyOf(email))
    throw new AppError('verification_link_invalid')
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
  await consumeSignUpTokens(ctx, user.id)
  await recordAuditEvent(ctx, { kind: 'account.verified', userId: user.id, network: ctx.network })
}

const present = (
  ctx: RequestContext,
  user: AccountState,
  { purpose }: FoundToken,
  token: string | null = null,
): Answer =>
  purpose === 'email_change'
    ? { message: ctx.say('done_email_changed'), purpose, pendingDates: null, token }
    : {
        message: ctx.say('done_email_verified'),
        purpose: 'sign_up',
        pendingDates: user.pendingDates,
        token,
      }

/** A mail is queued for every address; composing it decides whether it is sent. */
export async function resendVerification(
  ctx: RequestContext,
  input: BodyOf<typeof api.resendVerification>,
): Promise<ResponseOf<typeof api.resendVerification>> {
  const email = parseAddress(input.email)
  const isWithinLimit = await ctx.limits.tryConsume(limits.verificationAddress, emailKeyOf(email))
  if (isWithinLimit) {
    await inTransaction(ctx, async (ctx) => {
      const user = await readAddress(ctx.db, email)
      await queueMail(ctx, verifySignUpMail, {
        recipient: user?.email ?? email,
        userId: user?.id ?? null,
        language: ctx.language,
        // The credentials of this moment, so that another person's sign-up cannot replace them
        // while the link is on its way.
        params: {
          credentials: user?.waitingHash
            ? {
                passwordHash: user.waitingHash,
                firstName: user.firstName,
                lastName: user.lastName,
              }
            : null,
        },
      })
    })
  }
  return { message: ctx.say('done_verification_sent') }
}

const COOKIE = 'sign-up'
/** As long as the link in the mail works. */
const LIFETIME_SECONDS = DAY_MS / 1000

/**
 * Marks the browser that signs up, for every address alike. The mark is a digest of the salted hash
 * of this sign-up's password: nobody can make one, and it tells nothing.
 */
export const markBrowser = (cookies: Cookies, passwordHash: string): void =>
  cookies.set(COOKIE, markOf(passwordHash), LIFETIME_SECONDS)

const isMarkedBrowser = (cookies: Cookies, credentials: StoredCredentials | null): boolean =>
  credentials !== null &&
  cookies.startingWith(COOKIE).get(COOKIE) === markOf(credentials.passwordHash)

const unmarkBrowser = (cookies: Cookies): void => cookies.clear(COOKIE)
