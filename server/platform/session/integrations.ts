import { sql } from 'kysely'
import type { Role } from '#contracts/accounts/auth.ts'
import { rightsOf } from '#contracts/billing/plan-rights.ts'
import type { UserId } from '#contracts/ids.ts'
import { type AuditEvent, recordAuditEvent } from '#server/platform/audit-trail.ts'
import type { Db, TableName } from '#server/platform/db/schema.ts'

/** What programs of a member use without a session, or receive without asking. */
export type Integration = {
  kind: 'apiKey' | 'feed' | 'webhook'
  table: TableName
  /** Which right of the plan it needs; it ends with it. */
  right: 'hasApiKeys' | 'hasResearch' | 'hasWebhooks'
  created: AuditEvent['kind']
  ended: AuditEvent['kind']
  /** What waits to be sent to them. */
  clear?: (db: Db, ids: readonly string[]) => Promise<void>
}

export const apiKeys: Integration = {
  kind: 'apiKey',
  table: 'api_keys',
  right: 'hasApiKeys',
  created: 'api_key.created',
  ended: 'api_key.deleted',
}

export const includesIntegration = (role: Role, { right }: Pick<Integration, 'right'>): boolean =>
  rightsOf(role)[right]

type Context = { db: Db; now: () => Date; network?: string | null }
type AllContext = Context & { integrations: readonly Integration[] }
type Ending = {
  userId: UserId
  reason: 'owner' | 'password_reset' | 'plan' | 'search'
  id?: string
}

/**
 * Ends those of one kind for good, with what waits to be sent to them. Call it inside a
 * transaction.
 * @returns how many there were
 */
export async function endIntegrations(
  ctx: Context,
  { table, ended, clear }: Integration,
  { userId, reason, id }: Ending,
): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    select id from ${sql.table(table)} where user_id = ${userId} and id = coalesce(${id ?? null}::uuid, id)
    order by id for update`.execute(ctx.db)
  const ids = rows.map((row) => row.id)
  if (ids.length === 0) return 0
  await clear?.(ctx.db, ids)
  await sql`delete from ${sql.table(table)} where id = any(${ids}::uuid[])`.execute(ctx.db)
  for (const each of ids)
    await recordAuditEvent(ctx, {
      kind: ended,
      userId,
      network: ctx.network ?? null,
      detail: { id: each, ...(reason !== 'owner' && { reason }) },
    })
  return ids.length
}

/** After a password reset: a thief of the old password may have made some. */
export async function endAllIntegrations(ctx: AllContext, userId: UserId): Promise<void> {
  for (const integration of ctx.integrations)
    await endIntegrations(ctx, integration, { userId, reason: 'password_reset' })
}

/**
 * Call it in the transaction that changes the plan. What the plan did not include until now had
 * ended with an earlier plan, by the clock alone: it must not come back with this one.
 */
export async function endIntegrationsBeyond(
  ctx: AllContext,
  userId: UserId,
  plans: { before: Role; after: Role },
): Promise<void> {
  for (const each of ctx.integrations)
    if (!includesIntegration(plans.before, each) || !includesIntegration(plans.after, each))
      await endIntegrations(ctx, each, { userId, reason: 'plan' })
}
