import type { UserId } from '#contracts/ids.ts'
import { identityLinkedMail } from '#server/accounts/account-mails.ts'
import {
  type AccountState,
  insertAccount,
  readAddress,
  readAddressForUpdate,
} from '#server/accounts/account-state.ts'
import type { AccountServices, TxContext } from '#server/accounts/context.ts'
import { consumeSignUpTokens, revokeTokens } from '#server/accounts/account-tokens.ts'
import { recordAuditEvent } from '#server/platform/audit-trail.ts'
import type { Tx } from '#server/platform/db/schema.ts'
import { AppError } from '#server/platform/errors.ts'
import { queueMail } from '#server/platform/mail/mail.ts'
import type { Identity } from './identity.ts'

type Ctx = TxContext & AccountServices

type FindOutcome =
  | { kind: 'account'; userId: UserId }
  /** A different person at this provider signs in to the account of this address. */
  | { kind: 'other_subject' }
  | { kind: 'being_deleted' }

/**
 * By subject first: addresses change hands. Then by address, which the provider confirmed;
 * otherwise it creates an account.
 * @throws AppError `sign_up_closed` instead while operators have closed sign-up
 */
export async function findOrCreateAccount(
  ctx: Ctx,
  identity: Identity,
  { isSignUpOpen }: { isSignUpOpen: boolean },
): Promise<FindOutcome> {
  const known = await findBySubject(ctx.db, identity)
  if (known)
    return known.deletion_requested_at
      ? { kind: 'being_deleted' }
      : recordUse(ctx, identity, known.id)
  if (!isSignUpOpen && !(await readAddress(ctx.db, identity.email)))
    throw new AppError('sign_up_closed')
  const created = await createAccount(ctx, identity)
  if (created !== null) {
    await insertIdentity(ctx, identity, created)
    return { kind: 'account', userId: created }
  }
  return linkAccount(ctx, identity)
}

/** The lock waits for requests that are changing this account. */
const findBySubject = (db: Tx, { issuer, subject }: Identity) =>
  db
    .selectFrom('users')
    .innerJoin('identities', 'identities.user_id', 'users.id')
    .select(['users.id', 'users.deletion_requested_at'])
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .forNoKeyUpdate('users')
    .executeTakeFirst()

async function recordUse(
  { db, now }: TxContext,
  { issuer, subject, email }: Identity,
  userId: UserId,
): Promise<FindOutcome> {
  await db
    .updateTable('identities')
    .set({ email, last_used_at: now() })
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .execute()
  return { kind: 'account', userId }
}

/** Without a password. Null when the address has an account. */
async function createAccount(
  ctx: Ctx,
  { email, firstName, lastName }: Identity,
): Promise<UserId | null> {
  const userId = await insertAccount(ctx, {
    email,
    first_name: firstName,
    last_name: lastName,
    role: 'GUEST',
    password_hash: null,
    email_verified_at: ctx.now(),
    language: ctx.language,
  })
  if (userId === null) return null
  await recordAuditEvent(ctx, {
    kind: 'account.created',
    userId,
    network: ctx.network,
    detail: { by: 'identity' },
  })
  return userId
}

async function linkAccount(ctx: Ctx, identity: Identity): Promise<FindOutcome> {
  const user = await readAddressForUpdate(ctx.db, identity.email)
  // The account existed a moment ago: it was erased, or its address changed.
  if (!user) throw new AppError('conflict')
  if (user.isBeingDeleted) return { kind: 'being_deleted' }
  const others = await ctx.db
    .selectFrom('identities')
    .select('subject')
    .where('user_id', '=', user.id)
    .where('issuer', '=', identity.issuer)
    .execute()
  if (others.some(({ subject }) => subject === identity.subject))
    return recordUse(ctx, identity, user.id)
  if (others.length > 0) return { kind: 'other_subject' }
  await insertIdentity(ctx, identity, user.id)
  if (!user.isVerified) await takeOverUnconfirmed(ctx, identity, user.id)
  const about = { userId: user.id, network: ctx.network }
  await recordAuditEvent(ctx, { kind: 'identity.linked', ...about })
  if (user.isVerified) await notifyOwner(ctx, user)
  return { kind: 'account', userId: user.id }
}

async function notifyOwner(ctx: Ctx, user: AccountState): Promise<void> {
  await queueMail(ctx, identityLinkedMail, {
    recipient: user.email,
    userId: user.id,
    language: user.language,
    params: { name: user.firstName, provider: ctx.identityProvider?.name ?? '' },
  })
}

/**
 * The account signed up with this address but never confirmed it. The provider confirms the owner,
 * so nothing from the earlier sign-up may open the account: no password, session or link.
 */
async function takeOverUnconfirmed(
  ctx: Ctx,
  { firstName, lastName }: Identity,
  userId: UserId,
): Promise<void> {
  await ctx.db
    .updateTable('users')
    .set({
      password_hash: null,
      email_verified_at: ctx.now(),
      first_name: firstName,
      last_name: lastName,
      pending_email: null,
      pending_dates: null,
      language: ctx.language,
    })
    .where('id', '=', userId)
    .execute()
  await ctx.sessions.revokeAll(ctx.db, userId)
  await consumeSignUpTokens(ctx, userId)
  await revokeTokens(ctx, { userId })
  await recordAuditEvent(ctx, {
    kind: 'account.verified',
    userId,
    network: ctx.network,
    detail: { by: 'identity' },
  })
}

/** @throws AppError `conflict` when another account got this identity at the same moment */
async function insertIdentity(
  { db, now }: TxContext,
  { issuer, subject, email }: Identity,
  userId: UserId,
): Promise<void> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('identities')
    .values({ issuer, subject, user_id: userId, email, created_at: now(), last_used_at: now() })
    .onConflict((conflict) => conflict.columns(['issuer', 'subject']).doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows !== 1n) throw new AppError('conflict')
}
