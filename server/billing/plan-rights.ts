import type { Role } from '#contracts/account/auth.ts'
import { type PlanName, type PlanRights, planRights } from '#contracts/account/plans.ts'

/** The role decides what the account may do; the plan is the role's product name. */
export const planOfRole = {
  GUEST: 'guest',
  PRO_USER: 'pro',
  PLUS_USER: 'plus',
} as const satisfies Record<Role, PlanName>

export const rightsOf = (role: Role): PlanRights => planRights[planOfRole[role]]
