import { type RawBuilder, type SelectQueryBuilder, sql, type SqlBool } from 'kysely'
import { addDays, dayOf, dayStart } from '#contracts/dates.ts'
import type { BodyOf, QueryOf, ResponseOf } from '#contracts/endpoint.ts'
import type { UserId } from '#contracts/ids.ts'
import * as api from '#contracts/operator/accounts.ts'
import {
  eraseAccount,
  logErasure,
  readAccountForUpdate,
  readActiveSessions,
  setLocked,
} from '#server/accounts/api.ts'
import {
  type BillingServices,
  closePayments,
  readRunningSubscription,
  requireNoPayments,
  setPlanByHand,
} from '#server/billing/api.ts'
import { recordOperatorAction } from '#server/operator/operator-action.ts'
import { readPage } from '#server/operator/read-page.ts'
import type { Database, Db } from '#server/platform/db/schema.ts'
import { containsPattern } from '#server/platform/db/sql-text.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import type { RequestContext } from '#server/platform/http/request-context.ts'
import { requireViewer } from '#server/platform/session/viewer.ts'

export function listAccounts(
  { db }: RequestContext,
  { q = '', role, state, ...asked }: QueryOf<typeof api.listAccounts>,
): Promise<ResponseOf<typeof api.listAccounts>> {
  let matching = db.selectFrom('users')
  if (q !== '') {
    const pattern = containsPattern(q)
    matching = matching.where(
      sql<boolean>`lower(email) like ${pattern} or lower(first_name || ' ' || last_name) like ${pattern} or users.id::text = ${q.toLowerCase()}`,
    )
  }
  if (role) matching = matching.where('role', '=', role)
  if (state) matching = matching.where(STATES[state])
  const rows = rowsOf(matching).orderBy('users.created_at', 'desc').orderBy('users.id')
  return readPage(db, rows, asked, presentRow)
}

const STATES: Record<api.AccountState, RawBuilder<SqlBool>> = {
  unconfirmed: sql`users.email_verified_at is null`,
  locked: sql`users.locked_at is not null`,
  being_deleted: sql`users.deletion_requested_at is not null`,
  operator: sql`exists (select from operators where operators.user_id = users.id)`,
}

const rowsOf = <Output>(users: SelectQueryBuilder<Database, 'users', Output>) =>
  users
    .leftJoin('operators', 'operators.user_id', 'users.id')
    .select(['users.id', 'users.email', 'users.first_name', 'users.last_name', 'users.role'])
    .select(['users.plan_until', 'users.created_at', 'users.email_verified_at'])
    .select([
      'users.deletion_requested_at',
      'users.locked_at',
      'users.language',
      'users.stayed_until',
    ])
    .select((select) => select('operators.user_id', 'is not', null).as('is_operator'))

type UserRow = Awaited<ReturnType<ReturnType<typeof rowsOf<object>>['execute']>>[number]

const presentRow = (row: UserRow): api.AccountRow => ({
  id: row.id,
  email: row.email,
  name: `${row.first_name} ${row.last_name}`.trim(),
  role: row.role,
  planUntil: row.plan_until?.toISOString() ?? null,
  createdAt: row.created_at.toISOString(),
  isVerified: row.email_verified_at !== null,
  isBeingDeleted: row.deletion_requested_at !== null,
  isLocked: row.locked_at !== null,
  isOperator: Boolean(row.is_operator),
})

export async function getAccount(ctx: RequestContext, id: UserId): Promise<api.Account> {
  const [user, subscription, sessions, saved] = await Promise.all([
    rowsOf(ctx.db.selectFrom('users')).where('users.id', '=', id).executeTakeFirst(),
    readRunningSubscription(ctx.db, id),
    readActiveSessions(ctx, id, ctx.viewer?.sessionId ?? ''),
    countSaved(ctx.db, id),
  ])
  if (!user) throw notFound()
  return {
    ...presentRow(user),
    language: user.language,
    lastSeenAt: user.stayed_until?.toISOString() ?? null,
    ...saved,
    subscription: subscription
      ? {
          plan: subscription.plan,
          status: subscription.status,
          periodEndsAt: subscription.period_ends_at.toISOString(),
        }
      : null,
    sessions,
  }
}

type Saved = Pick<api.Account, 'savedStores' | 'savedSearches'>

async function countSaved(db: Db, id: UserId): Promise<Saved> {
  const { rows } = await sql<Saved>`
    select (select count(*) from saved_stores where user_id = ${id}) as "savedStores",
      (select count(*) from saved_searches where user_id = ${id}) as "savedSearches"`.execute(db)
  return rows[0] ?? { savedStores: 0, savedSearches: 0 }
}

/** The plan ends with the given day, UTC. */
export async function grantPlan(
  ctx: RequestContext,
  id: UserId,
  { plan, until }: BodyOf<typeof api.grantPlan>,
): Promise<api.Account> {
  const today = dayOf(ctx.now())
  if (until < today || until > addDays(today, api.LONGEST_GRANT_DAYS))
    throw new AppError('invalid_date', { field: 'until' })
  await inTransaction(ctx, async (ctx) => {
    const grant = { plan, until: dayStart(addDays(until, 1)) }
    const before = await setPlanByHand(ctx, id, grant)
    await recordOperatorAction(ctx, {
      action: 'plan.granted',
      target: id,
      before,
      after: { plan, until },
    })
  })
  return getAccount(ctx, id)
}

export async function endPlan(ctx: RequestContext, id: UserId): Promise<api.Account> {
  await inTransaction(ctx, async (ctx) => {
    const before = await setPlanByHand(ctx, id, null)
    await recordOperatorAction(ctx, { action: 'plan.ended', target: id, before })
  })
  return getAccount(ctx, id)
}

export async function endAccountSessions(ctx: RequestContext, id: UserId): Promise<api.Account> {
  const { sessions } = await getAccount(ctx, id)
  await inTransaction(ctx, async (ctx) => {
    await ctx.sessions.revokeAll(ctx.db, id)
    await recordOperatorAction(ctx, {
      action: 'sessions.ended',
      target: id,
      before: { sessions: sessions.length },
    })
  })
  return getAccount(ctx, id)
}

/** Operators cannot lock themselves out by mistake. @throws AppError `conflict` */
function refuseOwn(ctx: RequestContext, id: UserId): void {
  if (requireViewer(ctx).userId === id) throw new AppError('conflict')
}

/**
 * A second lock keeps the time of the first. @throws AppError `conflict` for the caller's own
 * account, `not_found`
 */
export async function lockAccount(ctx: RequestContext, id: UserId): Promise<api.Account> {
  refuseOwn(ctx, id)
  await inTransaction(ctx, async (ctx) => {
    const account = await readAccountForUpdate(ctx.db, id)
    if (!account) throw notFound()
    await ctx.sessions.revokeAll(ctx.db, id)
    if (account.isLocked) return
    await setLocked(ctx.db, id, ctx.now())
    await recordOperatorAction(ctx, { action: 'account.locked', target: id })
  })
  return getAccount(ctx, id)
}

export async function unlockAccount(ctx: RequestContext, id: UserId): Promise<api.Account> {
  await inTransaction(ctx, async (ctx) => {
    const account = await readAccountForUpdate(ctx.db, id)
    if (!account?.isLocked) return
    await setLocked(ctx.db, id, null)
    await recordOperatorAction(ctx, { action: 'account.unlocked', target: id })
  })
  return getAccount(ctx, id)
}

/**
 * At once, for a legal request; owners themselves have 30 days to change their mind.
 * @throws AppError `conflict` for the caller's own account, `not_found`, `already_subscribed` while
 * a subscription charges
 */
export async function eraseAccountNow(
  ctx: RequestContext & BillingServices,
  id: UserId,
): Promise<{ erased: true }> {
  refuseOwn(ctx, id)
  await closePayments(ctx, id)
  await inTransaction(ctx, async (ctx) => {
    const account = await readAccountForUpdate(ctx.db, id)
    if (!account) throw notFound()
    await requireNoPayments(ctx, id)
    await eraseAccount(ctx, { userId: id, emailKey: account.emailKey }, { reason: 'operator' })
    await recordOperatorAction(ctx, { action: 'account.erased', target: id })
  })
  logErasure(ctx, id)
  return { erased: true }
}
