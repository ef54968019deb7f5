import { DAY_MS } from '#contracts/dates.ts'
import type { UserId } from '#contracts/ids.ts'
import { readAccountForUpdate } from '#server/accounts/account-state.ts'
import { DELETION_DAYS } from '#server/accounts/account-tokens.ts'
import { recordAuditEvent } from '#server/platform/audit-trail.ts'
import type { AppContext } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import type { AccountKeys } from '#server/platform/erasure.ts'
import { defineCron } from '#server/platform/jobs/job-definition.ts'

export const eraseAccounts = defineCron({
  name: 'erase-accounts',
  maxAttempts: 3,
  cron: '29 * * * *',
  run: (ctx, signal) => eraseDeletedAccounts(ctx, signal),
})

type Deps = Pick<AppContext, 'db' | 'log' | 'now' | 'erasures'>

/**
 * Erases the accounts whose 30 days are over, each in one transaction, except those still charged.
 * @throws Error after all were tried; the log holds each failure, because the job queue keeps
 * errors longer than accounts
 */
export async function eraseDeletedAccounts(ctx: Deps, signal?: AbortSignal): Promise<void> {
  const dueBefore = new Date(ctx.now().getTime() - DELETION_DAYS * DAY_MS)
  const due = await ctx.db
    .selectFrom('users')
    .select('id')
    .where('deletion_requested_at', '<=', dueBefore)
    .orderBy('deletion_requested_at')
    .execute()
  let failed = 0
  for (const { id } of due) {
    if (signal?.aborted) return
    await eraseDueAccount(ctx, id, dueBefore).catch((error: unknown) => {
      failed += 1
      ctx.log.warn(
        { event: 'account.not_erased', userId: id, err: error },
        'an account could not be erased',
      )
    })
  }
  if (failed > 0) throw new Error(`${failed} accounts were not erased`)
}

async function eraseDueAccount(ctx: Deps, userId: UserId, dueBefore: Date): Promise<void> {
  const isErased = await inTransaction(ctx, async (ctx) => {
    const account = await readAccountForUpdate(ctx.db, userId)
    if (!account?.deletionRequestedAt || account.deletionRequestedAt > dueBefore) return false
    for (const { isTooEarly } of ctx.erasures) if (await isTooEarly?.(ctx, userId)) return false
    await eraseAccount(ctx, { userId, emailKey: account.emailKey }, { reason: 'deleted' })
    return true
  })
  if (isErased) logErasure(ctx, userId)
}

/**
 * After a restore of the database the log says which accounts have to be erased again. Call it
 * after the commit.
 */
export const logErasure = ({ log }: Pick<AppContext, 'log'>, userId: UserId): void =>
  log.info({ event: 'account.erased', userId }, 'an account was erased')

/**
 * Erases the account with all that belongs to it. Call it inside a transaction, with the account
 * locked.
 */
export async function eraseAccount(
  ctx: Pick<AppContext, 'db' | 'now' | 'erasures'>,
  keys: AccountKeys,
  detail: { reason: 'deleted' | 'unverified' | 'operator' },
): Promise<void> {
  for (const { account } of ctx.erasures) await account?.(ctx, keys)
  await ctx.db.deleteFrom('users').where('id', '=', keys.userId).execute()
  await recordAuditEvent(ctx, { kind: 'account.erased', userId: null, network: null, detail })
}
