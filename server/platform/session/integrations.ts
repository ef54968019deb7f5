import type { Role } from '#contracts/accounts/auth.ts'
import { rightsOf } from '#contracts/billing/plans.ts'
import type { UserId } from '#contracts/ids.ts'
import { type AuditEvent, recordAuditEvent } from '#server/platform/audit-trail.ts'
import type { AppContext } from '#server/platform/context.ts'
import { deleteDeliveries } from '#server/platform/locks.ts'

/** What programs of a member use without a session, or receive without asking. */
export type IntegrationKind = 'apiKey' | 'feed' | 'webhook'

type Integration = {
  table: 'api_keys' | 'feeds' | 'webhooks'
  /** Which right of the plan it needs; it ends with it. */
  right: 'hasApiKeys' | 'hasResearch' | 'hasWebhooks'
  created: AuditEvent['kind']
  ended: AuditEvent['kind']
}

export const INTEGRATIONS: Record<IntegrationKind, Integration> = {
  apiKey: {
    table: 'api_keys',
    right: 'hasApiKeys',
    created: 'api_key.created',
    ended: 'api_key.deleted',
  },
  feed: {
    table: 'feeds',
    right: 'hasResearch',
    created: 'feed.created',
    ended: 'feed.revoked',
  },
  webhook: {
    table: 'webhooks',
    right: 'hasWebhooks',
    created: 'webhook.created',
    ended: 'webhook.deleted',
  },
}

const KINDS = Object.keys(INTEGRATIONS) as IntegrationKind[]

export const includesIntegration = (role: Role, kind: IntegrationKind): boolean =>
  rightsOf(role)[INTEGRATIONS[kind].right]

type Context = Pick<AppContext, 'db' | 'now'> & { network?: string | null }
type Ending = {
  userId: UserId
  reason: 'owner' | 'password_reset' | 'plan' | 'search'
  /** Only this one. */
  id?: string
}

/**
 * Ends those of one kind for good, with what waits to be sent to them. Call it inside a
 * transaction.
 * @returns how many there were
 */
export async function endIntegrations(
  ctx: Context,
  kind: IntegrationKind,
  { userId, reason, id }: Ending,
): Promise<number> {
  const { table, ended } = INTEGRATIONS[kind]
  let matching = ctx.db.selectFrom(table).select('id').where('user_id', '=', userId)
  if (id !== undefined) matching = matching.where('id', '=', id)
  const ids = (await matching.orderBy('id').forUpdate().execute()).map((row) => row.id)
  if (ids.length === 0) return 0
  // The foreign key would delete them too, but in no order.
  if (kind === 'webhook') await deleteDeliveries(ctx.db, 'webhook_id', ids)
  await ctx.db.deleteFrom(table).where('id', 'in', ids).execute()
  for (const each of ids)
    await recordAuditEvent(ctx, {
      kind: ended,
      userId,
      network: ctx.network ?? null,
      detail: { id: each, ...(reason !== 'owner' && { reason }) },
    })
  return ids.length
}

/** After a reset of the password: whoever had the old one may have made some. */
export async function endAllIntegrations(ctx: Context, userId: UserId): Promise<void> {
  for (const kind of KINDS) await endIntegrations(ctx, kind, { userId, reason: 'password_reset' })
}

/**
 * Call it in the transaction that changes the plan. What the plan did not include until now had
 * ended with an earlier plan, by the clock alone: it must not come back with this one.
 */
export async function endIntegrationsBeyond(
  ctx: Context,
  userId: UserId,
  plans: { before: Role; after: Role },
): Promise<void> {
  for (const kind of KINDS)
    if (!includesIntegration(plans.before, kind) || !includesIntegration(plans.after, kind))
      await endIntegrations(ctx, kind, { userId, reason: 'plan' })
}
