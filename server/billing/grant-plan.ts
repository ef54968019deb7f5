import type { PaidPlan } from '#contracts/billing/price-list.ts'
import type { Role } from '#contracts/accounts/auth.ts'
import type { UserId } from '#contracts/ids.ts'
import { writePlan } from '#server/accounts/api.ts'
import type { AppContext } from '#server/platform/context.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import { lockAccountRow } from '#server/platform/locks.ts'
import { roleOfPlan } from '#contracts/billing/plans.ts'

type PlanState = { role: Role; until: string | null }

/**
 * Gives a plan without payment, or with null takes it away, inside a transaction; a later
 * subscription governs from then on.
 * @returns the plan before
 * @throws AppError `not_found`, or `already_subscribed` while a subscription governs the plan
 */
export async function setPlanByHand(
  ctx: Pick<AppContext, 'db' | 'now' | 'integrations'>,
  userId: UserId,
  grant: { plan: PaidPlan; until: Date } | null,
): Promise<PlanState> {
  const { db } = ctx
  await lockAccountRow(db, userId)
  const user = await db
    .selectFrom('users')
    .select(['id', 'role', 'plan_until'])
    .where('id', '=', userId)
    .executeTakeFirst()
  if (!user) throw notFound()
  if (await readRunningSubscription(db, userId)) throw new AppError('already_subscribed')
  const role = grant ? roleOfPlan[grant.plan] : 'GUEST'
  await writePlan(ctx, user, { role, plan_until: grant?.until ?? null }, 'operator')
  return { role: user.role, until: user.plan_until?.toISOString() ?? null }
}

export const readRunningSubscription = (db: AppContext['db'], userId: UserId) =>
  db
    .selectFrom('billing_subscriptions')
    .select(['plan', 'status', 'period_ends_at'])
    .where('user_id', '=', userId)
    .where('status', 'in', ['active', 'past_due'])
    .where('is_refused', '=', false)
    .orderBy('started_at', 'desc')
    .executeTakeFirst()
