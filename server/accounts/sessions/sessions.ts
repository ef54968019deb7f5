import type { Selectable } from 'kysely'
import { type listSessions as endpoint, SessionInfo } from '#contracts/accounts/auth.ts'
import type { ResponseOf } from '#contracts/endpoint.ts'
import type { UserId } from '#contracts/ids.ts'
import { recordAuditEvent } from '#server/platform/audit-trail.ts'
import type { AppContext } from '#server/platform/context.ts'
import type { Sessions } from '#server/platform/db/account-schema.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { notFound } from '#server/platform/errors.ts'
import type { RequestContext } from '#server/platform/http/request-context.ts'
import { isSessionActive, requireSession, requireViewer } from '#server/platform/session/viewer.ts'
import { describeDevice } from './open-session.ts'

export async function listSessions(ctx: RequestContext): Promise<ResponseOf<typeof endpoint>> {
  const { userId, sessionId } = requireSession(ctx)
  const sessions = await readActiveSessions(ctx, userId, sessionId)
  return { sessions: sessions.toSorted((a, b) => Number(b.isCurrent) - Number(a.isCurrent)) }
}

/** The latest used first; `currentId` = the caller's own. */
export async function readActiveSessions(
  ctx: Pick<AppContext, 'db' | 'now'>,
  userId: UserId,
  currentId: string,
): Promise<SessionInfo[]> {
  const rows = await findActiveSessions(ctx, userId)
  return rows.map((row) => presentSession(row, currentId))
}

const presentSession = (row: Selectable<Sessions>, currentId: string): SessionInfo =>
  SessionInfo.parse({
    id: row.id,
    isCurrent: row.id === currentId,
    ...describeDevice(row.user_agent),
    rememberMe: row.remember_me,
    createdAt: row.created_at.toISOString(),
    lastUsedAt: row.last_used_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
  })

async function findActiveSessions(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  userId: UserId,
): Promise<Selectable<Sessions>[]> {
  const rows = await db
    .selectFrom('sessions')
    .selectAll()
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now())
    .orderBy('last_used_at', 'desc')
    .orderBy('id')
    .execute()
  return rows.filter((row) => isSessionActive(row, now()))
}

/**
 * The caller gets the same answer for another account's session, an ended one and an unknown one.
 */
export async function revokeSession(
  ctx: RequestContext,
  sessionId: string,
): Promise<{ message: string }> {
  const { userId } = requireViewer(ctx)
  await inTransaction(ctx, async (ctx) => {
    const active = await findActiveSessions(ctx, userId)
    if (!active.some(({ id }) => id === sessionId)) throw notFound()
    await ctx.sessions.revoke(ctx.db, sessionId)
    await recordAuditEvent(ctx, { kind: 'session.revoked', userId, network: ctx.network })
  })
  return { message: ctx.say('done_session_ended') }
}

export async function logoutEverywhere(ctx: RequestContext): Promise<{ message: string }> {
  const { userId } = requireViewer(ctx)
  await inTransaction(ctx, async (ctx) => {
    await ctx.sessions.revokeAll(ctx.db, userId)
    await recordAuditEvent(ctx, { kind: 'sessions.revoked_all', userId, network: ctx.network })
  })
  return { message: ctx.say('done_signed_out_everywhere') }
}

export async function logout(ctx: RequestContext): Promise<{ message: string }> {
  const { userId, sessionId } = requireSession(ctx)
  await inTransaction(ctx, async (ctx) => {
    await ctx.sessions.revoke(ctx.db, sessionId)
    await recordAuditEvent(ctx, { kind: 'session.revoked', userId, network: ctx.network })
  })
  return { message: ctx.say('signed_out') }
}
