import * as z from 'zod/mini'
import { Role, SessionInfo } from '#contracts/accounts/auth.ts'
import { PaidPlan } from '#contracts/billing/price-list.ts'
import { Day } from '#contracts/date-fields.ts'
import { endpoint } from '#contracts/endpoint.ts'
import { UserId } from '#contracts/ids.ts'
import { pageFields, pageOf } from '#contracts/paging.ts'

const AccountRow = z.object({
  id: UserId,
  email: z.string(),
  name: z.string(),
  role: Role,
  /** When the plan ends by itself; null while it renews, and for guests. */
  planUntil: z.nullable(z.iso.datetime()),
  createdAt: z.iso.datetime(),
  isVerified: z.boolean(),
  isBeingDeleted: z.boolean(),
  isLocked: z.boolean(),
  isOperator: z.boolean(),
})
export type AccountRow = z.infer<typeof AccountRow>

export const AccountState = z.enum(['unconfirmed', 'locked', 'being_deleted', 'operator'])
export type AccountState = z.infer<typeof AccountState>

export const listAccounts = endpoint({
  name: 'listAccounts',
  method: 'GET',
  path: '/api/operator/accounts',
  access: 'operator',
  summary: 'Accounts whose address, name or id contains a text, the newest first.',
  query: z.object({
    ...pageFields,
    q: z.optional(z.string().check(z.trim(), z.maxLength(100))),
    role: z.optional(Role),
    state: z.optional(AccountState),
  }),
  response: pageOf(AccountRow),
})

const Account = z.object({
  ...AccountRow.shape,
  language: z.string(),
  lastSeenAt: z.nullable(z.iso.datetime()),
  savedStores: z.int(),
  savedSearches: z.int(),
  /** The provider's subscription; null without an active one. */
  subscription: z.nullable(
    z.object({ plan: PaidPlan, status: z.string(), periodEndsAt: z.iso.datetime() }),
  ),
  sessions: z.array(SessionInfo),
})
export type Account = z.infer<typeof Account>

const accountParams = z.object({ id: UserId })

export const getAccount = endpoint({
  name: 'getAccount',
  method: 'GET',
  path: '/api/operator/accounts/:id',
  access: 'operator',
  summary: 'An account with its plan and sessions.',
  params: accountParams,
  response: Account,
})

/** From today. */
export const LONGEST_GRANT_DAYS = 366

export const grantPlan = endpoint({
  name: 'grantPlan',
  method: 'POST',
  path: '/api/operator/accounts/:id/plan',
  access: 'operator',
  summary:
    'Give an account a plan without payment, up to and including a day. Refused while it has a subscription.',
  params: accountParams,
  body: z.object({ plan: PaidPlan, until: Day }),
  response: Account,
})

export const endPlan = endpoint({
  name: 'endPlan',
  method: 'DELETE',
  path: '/api/operator/accounts/:id/plan',
  access: 'operator',
  summary:
    'End a plan that was given without payment. Refused while the account has a subscription.',
  params: accountParams,
  response: Account,
})

export const endAccountSessions = endpoint({
  name: 'endAccountSessions',
  method: 'DELETE',
  path: '/api/operator/accounts/:id/sessions',
  access: 'operator',
  summary: 'Sign an account out everywhere.',
  params: accountParams,
  response: Account,
})

export const lockAccount = endpoint({
  name: 'lockAccount',
  method: 'POST',
  path: '/api/operator/accounts/:id/lock',
  access: 'operator',
  summary:
    'Sign an account out everywhere and refuse every further sign-in. Refused for the caller’s own account.',
  params: accountParams,
  response: Account,
})

export const unlockAccount = endpoint({
  name: 'unlockAccount',
  method: 'DELETE',
  path: '/api/operator/accounts/:id/lock',
  access: 'operator',
  summary: 'Let the owner of a locked account sign in again.',
  params: accountParams,
  response: Account,
})

export const eraseAccountNow = endpoint({
  name: 'eraseAccountNow',
  method: 'DELETE',
  path: '/api/operator/accounts/:id',
  access: 'operator',
  summary:
    'Erase an account with everything that belongs to it, at once and for good. Refused while it has a subscription, and for the caller’s own account.',
  params: accountParams,
  response: z.object({ erased: z.literal(true) }),
})
