import type { emailSignup as endpoint } from '#contracts/accounts/auth.ts'
import type { BodyOf, ResponseOf } from '#contracts/endpoint.ts'
import type { UserId } from '#contracts/ids.ts'
import {
  alreadyRegisteredMail,
  deletionMail,
  verifySignUpMail,
} from '#server/accounts/account-mails.ts'
import { insertAccount, readAddressForUpdate } from '#server/accounts/account-state.ts'
import {
  hashPassword,
  requireGoodPassword,
  verifyPassword,
} from '#server/accounts/password/password.ts'
import { limits } from '#server/accounts/limits.ts'
import { recordAuditEvent } from '#server/platform/audit-trail.ts'
import type { StoredCredentials } from '#server/platform/db/account-schema.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { AppError, invalidRequest } from '#server/platform/errors.ts'
import type { Cookies } from '#server/platform/http/cookies.ts'
import type { RequestContext } from '#server/platform/http/request-context.ts'
import { emailKeyOf, parseAddress } from '#server/platform/mail/email-address.ts'
import { queueMail } from '#server/platform/mail/mail.ts'
import { markBrowser } from './email-verification.ts'

type SignUp = StoredCredentials & { email: string; password: string; pendingDates: string | null }

/**
 * The answer and the work are the same whether the address has an account or not. Only its owner
 * learns which, by mail.
 */
export async function emailSignup(
  ctx: RequestContext,
  cookies: Cookies,
  input: BodyOf<typeof endpoint>,
): Promise<ResponseOf<typeof endpoint>> {
  await ctx.features.require('sign_up')
  const email = parseAddress(input.email)
  const names = splitName(input.name)
  await requireGoodPassword(ctx, input.password, { email, name: input.name }, 'password')
  await ctx.limits.consume(limits.signUpNetwork, ctx.network)
  // Beyond the limit callers cannot flood the mailbox, yet a stranger who used it up must not keep
  // the owner's sign-up out of sight.
  const isWithinLimit = await ctx.limits.tryConsume(limits.signUpAddress, emailKeyOf(email))
  const signUp = {
    email,
    ...names,
    password: input.password,
    passwordHash: await hashPassword(input.password),
    pendingDates: input.pendingDates ? JSON.stringify(input.pendingDates) : null,
  }
  await inTransaction(ctx, (ctx) => register(ctx, signUp, isWithinLimit))
  markBrowser(cookies, signUp.passwordHash)
  return { message: ctx.say('done_sign_up') }
}

/**
 * A sign-up with another password than the one that waits makes the address contested. Beyond the
 * limit nothing else has an effect: that sends one more mail.
 */
async function register(
  ctx: RequestContext,
  signUp: SignUp,
  isWithinLimit: boolean,
): Promise<void> {
  const created = isWithinLimit
    ? await insertAccount(ctx, {
        email: signUp.email,
        first_name: signUp.firstName,
        last_name: signUp.lastName,
        role: 'GUEST',
        password_hash: signUp.passwordHash,
        language: ctx.language,
        pending_dates: signUp.pendingDates,
      })
    : null
  const user = created === null ? await readAddressForUpdate(ctx.db, signUp.email) : null
  // For every address, so that the time does not tell which.
  const isRepeated = await verifyPassword(user?.waitingHash ?? null, signUp.password)
  if (created !== null) {
    await recordAuditEvent(ctx, { kind: 'account.created', userId: created, network: ctx.network })
    return mailVerification(ctx, created, signUp.email, signUp)
  }
  if (!isWithinLimit && (isRepeated || !user?.waitingHash)) return
  // The account existed a moment ago and was erased.
  if (!user) throw new AppError('conflict')
  // In the owner's language, since any person may repeat the sign-up.
  const toOwner = { recipient: user.email, userId: user.id, language: user.language, params: {} }
  if (user.isBeingDeleted) return queueMail(ctx, deletionMail, toOwner)
  if (user.isVerified) return queueMail(ctx, alreadyRegisteredMail, toOwner)
  await replaceSignUp(ctx, user.id, signUp, isRepeated ? signUp.passwordHash : null)
  return mailVerification(ctx, user.id, user.email, isRepeated ? signUp : null)
}

/**
 * A link that is sent again confirms the latest sign-up; older links still confirm their own.
 * `passwordHash`: null if it is contested.
 */
async function replaceSignUp(
  { db, language }: RequestContext,
  userId: UserId,
  signUp: SignUp,
  passwordHash: string | null,
): Promise<void> {
  await db
    .updateTable('users')
    .set({
      password_hash: passwordHash,
      first_name: signUp.firstName,
      last_name: signUp.lastName,
      language,
      ...(signUp.pendingDates !== null && { pending_dates: signUp.pendingDates }),
    })
    .where('id', '=', userId)
    .execute()
}

async function mailVerification(
  ctx: RequestContext,
  userId: UserId,
  recipient: string,
  signUp: StoredCredentials | null,
): Promise<void> {
  const credentials = signUp && {
    passwordHash: signUp.passwordHash,
    firstName: signUp.firstName,
    lastName: signUp.lastName,
  }
  await queueMail(ctx, verifySignUpMail, {
    recipient,
    userId,
    language: ctx.language,
    params: { credentials },
  })
}

/** The profile's limit for each name. */
const MAX_LENGTH = 60
/** The mail goes to an address that any caller may enter, so a name must not carry a message. */
const NO_NAME = /\p{Cc}|:\/\/|\bwww\.|[<>]/iu

/**
 * `Ada King Byron` becomes Ada with the rest as last name.
 * @throws AppError `invalid_request` for anything that is not a name
 */
function splitName(name: string): { firstName: string; lastName: string } {
  if (NO_NAME.test(name)) throw invalidRequest('name')
  const [firstName = '', ...others] = name.split(/\s+/u).filter(Boolean)
  if (!firstName) throw invalidRequest('name')
  return { firstName: shorten(firstName), lastName: shorten(others.join(' ')) }
}

const shorten = (text: string) => [...text].slice(0, MAX_LENGTH).join('')
