import type { AppContext } from '#server/context.ts'
import type { AccountKeys } from '#server/features/users/account-records.ts'
import { eraseAccount } from '#server/features/users/erase-account.ts'

/** Erases an account that was never confirmed, with all that belongs to it. Call it inside a transaction, with the account locked. */
export const eraseUnverified = (ctx: Pick<AppContext, 'db' | 'now'>, keys: AccountKeys): Promise<void> =>
  eraseAccount(ctx, keys, { reason: 'unverified' })
