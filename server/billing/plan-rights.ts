import type { Role } from '#contracts/account/auth.ts'
import type { PaidPlan } from '#contracts/account/price-list.ts'
import { type PlanName, type PlanRights, planRights } from '#contracts/account/plans.ts'

/** The role decides what the account may do; the plan is the role's product name. */
export const planOfRole = {
  GUEST: 'guest',
  PRO_USER: 'pro',
  PLUS_USER: 'plus',
} as const satisfies Record<Role, PlanName>

export const roleOfPlan = { pro: 'PRO_USER', plus: 'PLUS_USER' } as const satisfies Record<PaidPlan, Role>

export const rightsOf = (role: Role): PlanRights => planRights[planOfRole[role]]
