import type { Role } from '#contracts/auth.ts'
import { type PlanName, type PlanRights, planRights } from '#contracts/plans.ts'

/** What the account may do is its role; the plan is that role by the name it is sold under. */
export const planOfRole = {
  GUEST: 'guest',
  PRO_USER: 'pro',
  PLUS_USER: 'plus',
} as const satisfies Record<Role, PlanName>

export const rightsOf = (role: Role): PlanRights => planRights[planOfRole[role]]
