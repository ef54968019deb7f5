import type { Role } from '#contracts/accounts/auth.ts'
import type { UserId } from '#contracts/ids.ts'
import { recordAuditEvent } from '#server/platform/audit-trail.ts'
import type { AppContext } from '#server/platform/context.ts'
import { endIntegrationsBeyond } from '#server/platform/session/integrations.ts'
import { roleAt } from '#server/platform/session/viewer.ts'

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
