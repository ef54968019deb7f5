import { randomUUID } from 'node:crypto'
import type { Insertable } from 'kysely'
import type { Role } from '#contracts/accounts/auth.ts'
import { toUserId, type UserId } from '#contracts/ids.ts'
import { languageOrFallback } from '#i18n/languages.ts'
import { recordAuditEvent } from '#server/platform/audit-trail.ts'
import type { AppContext } from '#server/platform/context.ts'
import type { Users } from '#server/platform/db/account-schema.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { sessionExpired } from '#server/platform/errors.ts'
import type { RequestContext } from '#server/platform/http/request-context.ts'
import { emailKeyOf } from '#server/platform/mail/email-address.ts'
import { endIntegrationsBeyond } from '#server/platform/session/integrations.ts'
import {
  isSessionActive,
  requireSession,
  roleAt,
  type Viewer,
} from '#server/platform/session/viewer.ts'

/** Null when the address has an account. */
export async function insertAccount(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  values: Omit<Insertable<Users>, 'id' | 'email_key' | 'created_at'>,
): Promise<UserId | null> {
  const row = await db
    .insertInto('users')
    .values({
      ...values,
      id: toUserId(randomUUID()),
      email_key: emailKeyOf(values.email),
      created_at: now(),
    })
    .onConflict((conflict) => conflict.column('email_key').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

/** Since when every sign-in is refused; null = no longer. */
export const setLocked = (db: Db, userId: UserId, since: Date | null) =>
  db.updateTable('users').set({ locked_at: since }).where('id', '=', userId).execute()

export const readAccount = async (db: Db, userId: UserId) =>
  present(await query(db).where('id', '=', userId).executeTakeFirst())

/** However the address is spelled. */
export const readAddress = async (db: Db, email: string) =>
  present(await query(db).where('email_key', '=', emailKeyOf(email)).executeTakeFirst())

/**
 * Locks until the transaction ends. Lock the account before its links and sessions to avoid
 * deadlocks.
 */
export const readAccountForUpdate = async (db: Db, userId: UserId) =>
  present(await query(db).where('id', '=', userId).forNoKeyUpdate().executeTakeFirst())

/** The same for the caller's own account. @throws AppError `session_expired` if it was erased */
export async function lockOwnAccount(db: Db, userId: UserId): Promise<AccountState> {
  const account = await readAccountForUpdate(db, userId)
  if (!account) throw sessionExpired()
  return account
}

export const readAddressForUpdate = async (db: Db, email: string) =>
  present(
    await query(db).where('email_key', '=', emailKeyOf(email)).forNoKeyUpdate().executeTakeFirst(),
  )

/**
 * Call it while the transaction holds the lock of the caller's account. A reset or a change of the
 * password takes the same lock before it ends sessions, so an ended session cannot act after it.
 * @throws AppError `session_expired`
 */
export async function requireOpenSession(ctx: RequestContext): Promise<void> {
  const session = await ctx.db
    .selectFrom('sessions')
    .select(['expires_at', 'revoked_at'])
    .where('id', '=', requireSession(ctx).sessionId)
    .executeTakeFirst()
  if (!session || !isSessionActive(session, ctx.now())) throw sessionExpired()
}

const query = (db: Db) =>
  db
    .selectFrom('users')
    .select([
      'id',
      'email',
      'email_key',
      'first_name',
      'last_name',
      'pending_email',
      'pending_dates',
    ])
    .select([
      'email_verified_at',
      'deletion_requested_at',
      'locked_at',
      'language',
      'password_hash',
    ])

type Row = Awaited<ReturnType<ReturnType<typeof query>['executeTakeFirst']>>

const present = (row: Row) =>
  row
    ? {
        id: row.id,
        email: row.email,
        emailKey: row.email_key,
        firstName: row.first_name,
        lastName: row.last_name,
        pendingEmail: row.pending_email,
        pendingDates: row.pending_dates,
        /** The language for mails that another person triggers. */
        language: languageOrFallback(row.language),
        isVerified: row.email_verified_at !== null,
        /**
         * The password that confirming the address makes valid. Null once confirmed, and while
         * contested: people signed up with different passwords, so no link confirms any, and only
         * the owner of the mailbox can set one.
         */
        waitingHash: row.email_verified_at === null ? row.password_hash : null,
        deletionRequestedAt: row.deletion_requested_at,
        isBeingDeleted: row.deletion_requested_at !== null,
        isLocked: row.locked_at !== null,
      }
    : null

export type AccountState = NonNullable<ReturnType<typeof present>>

type Plan = { role: Role; plan_until: Date | null }

/**
 * Writes the plan of an account, which the caller has locked. Keys, feeds and webhooks end with the
 * plan that they were made under.
 * @returns whether the role changed
 */
export async function writePlan(
  ctx: Pick<AppContext, 'db' | 'now' | 'integrations'>,
  user: Plan & { id: UserId },
  plan: Plan,
  by: string,
): Promise<boolean> {
  const { id: userId, role: from } = user
  await ctx.db.updateTable('users').set(plan).where('id', '=', userId).execute()
  const now = ctx.now()
  await endIntegrationsBeyond(ctx, userId, {
    before: roleAt(user, now),
    after: roleAt(plan, now),
  })
  if (plan.role === from) return false
  await recordAuditEvent(ctx, {
    kind: 'role.changed',
    userId,
    network: null,
    detail: { from, to: plan.role, by },
  })
  return true
}

const VISIT_GAP_MS = 30 * 60 * 1000
const RECORD_EVERY_MS = 60 * 1000

/**
 * The first call after half an hour without one starts a new visit; the previous one ended with its
 * last call. Two calls at one moment start one visit.
 * @returns the end of the previous visit, at first the account's creation: anything later is new to
 * the user
 */
export async function recordUserVisit(
  ctx: Pick<RequestContext, 'db' | 'now'>,
  viewer: Viewer,
): Promise<Date> {
  const { userId, sessionId, stayedUntil } = viewer
  const at = ctx.now()
  const idleMs = sinceLastCallMs(viewer, at)
  const isNewVisit = idleMs > VISIT_GAP_MS
  // A program that calls with an API key is no visit.
  if (sessionId !== null && idleMs >= RECORD_EVERY_MS)
    await ctx.db
      .updateTable('users')
      .set({ stayed_until: at, ...(isNewVisit && { previous_stay_until: stayedUntil }) })
      .where('id', '=', userId)
      .where('stayed_until', 'is not distinct from', stayedUntil)
      .execute()
  return previousVisitEnd(viewer, at)
}

/** Without recording a call. */
export const previousVisitEnd = (viewer: Viewer, at: Date): Date =>
  (sinceLastCallMs(viewer, at) > VISIT_GAP_MS ? viewer.stayedUntil : viewer.previousStayUntil) ??
  viewer.memberSince

const sinceLastCallMs = ({ stayedUntil }: Viewer, at: Date): number =>
  at.getTime() - (stayedUntil?.getTime() ?? -Infinity)
